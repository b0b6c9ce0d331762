"""tasks: the tasks of an environment, and what one of them needs."""

from __future__ import annotations

from orjson import dumps

from duckrow.machine.paths import status
from duckrow.puppet.file_serving.tasks import TaskError, read_task, task_names
from duckrow.server.environments.versioned_code import CodeError
from duckrow.server.http.exchange import JSON, Answer, Refusal
from duckrow.server.http.v3 import environment_of
from duckrow.source.errors import reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from duckrow.puppet.environment.environment import Environment
    from duckrow.puppet.file_serving.tasks import Task, TaskFile
    from duckrow.server.http.exchange import Request
    from duckrow.server.site import Site

_MOUNT_OF = {"files": "modules", "tasks": "tasks", "scripts": "scripts"}


def get_tasks(site: Site, request: Request) -> Answer:
    """Answer GET /puppet/v3/tasks with all tasks, and …/tasks/MODULE/TASK with the files of one."""
    names = request.path.rstrip("/").split("/")[4:]
    if len(names) not in (0, 2):
        raise Refusal(404, f"Not Found: {request.path}", None)
    try:
        environment = environment_of(site, request)
    except Refusal as refusal:  # these errors are texts here
        what = refusal.message.partition(": ")[2]
        raise Refusal(refusal.status, what, None) from None
    modules = site.files.modules(environment)
    if not names:
        return Answer(dumps(_list(environment.name, modules)), JSON)
    module, name = names
    if module not in modules:
        raise Refusal(404, f"Could not find module '{module}'", None)
    if name not in task_names(modules[module]):
        raise Refusal(404, f"Could not find task '{name}'", None)
    try:
        task = read_task(module, name, modules)
        return Answer(dumps(_data(site, environment, task)), JSON)
    except TaskError as error:
        body = dumps({"kind": error.kind, "msg": str(error), "details": {}})
        return Answer(body, JSON, 500)
    except (OSError, CodeError) as error:
        raise Refusal(500, f"Server Error: {reason(error)}") from None


def _list(environment: str, modules: dict[str, str]) -> list[dict[str, object]]:
    found = []
    for module, directory in modules.items():
        for name in task_names(directory):
            try:
                task = read_task(module, name, modules)
            except TaskError:
                continue  # as in the reference; asking for the task itself tells why
            found.append(
                {
                    "name": task.name,
                    "private": task.metadata.get("private", False),
                    "description": task.metadata.get("description", ""),
                    "environment": [{"name": environment, "code_id": None}],
                }
            )
    return found


def _data(site: Site, environment: Environment, task: Task) -> dict[str, object]:
    code_id = None
    if site.versioned_code is not None:
        code_id = site.versioned_code.code_id(environment.name)
    files = [
        {
            "filename": each.name,
            "sha256": site.files.digest(each.path),
            "size_bytes": status(each.path).st_size,
            "uri": _uri(each, environment.name, code_id),
        }
        for each in task.files
    ]
    return {"metadata": task.metadata, "name": task.name, "files": files}


def _uri(file: TaskFile, environment: str, code_id: str | None) -> dict[str, object]:
    """Return where a file is to be asked for: in the present code, or in a version of it."""
    start = "/puppet/v3"
    if code_id is not None:
        path = f"{start}/static_file_content/modules/{file.module}/{file.mount}/{file.rest}"
        return {"path": path, "params": {"environment": environment, "code_id": code_id}}
    if file.mount in _MOUNT_OF:
        path = f"{start}/file_content/{_MOUNT_OF[file.mount]}/{file.module}/{file.rest}"
    else:
        path = f"{start}/file_content/plugins/{file.rest}"
    return {"path": path, "params": {"environment": environment}}
