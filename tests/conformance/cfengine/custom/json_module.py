"""A promise module that speaks JSON; what it answers depends on the promiser."""

import json
import sys


def answer(response: object) -> None:
    print(json.dumps(response), end="\n\n", flush=True)


sys.stdin.readline()
sys.stdin.readline()
print("json_module 1.0 v1 json_based action_policy\n", flush=True)
while line := sys.stdin.readline():
    if not line.strip():
        continue
    request = json.loads(line)
    operation, promiser = request["operation"], request.get("promiser")
    response: dict[str, object] = {"operation": operation, "result": "success"}
    if operation == "validate_promise":
        response["result"] = "invalid" if promiser.startswith("invalid") else "valid"
        if promiser == "invalid":
            response["log"] = [{"level": "error", "message": "this is not valid"}]
    elif operation == "evaluate_promise":
        response["result"] = {
            "repaired": "repaired",
            "repaired silently": "repaired",
            "not kept": "not_kept",
            "not kept silently": "not_kept",
            "error": "error",
            "odd": "strange",
        }.get(promiser, "kept")
        if promiser == "repaired":
            print("log_info=a change was made")
            response["log"] = [{"level": "notice", "message": "said in JSON"}]
        elif promiser == "not kept":
            print("log_error=it could not be done")
        elif promiser == "classes":
            response["result_classes"] = ["from_module", "to-be-made-canonical"]
        elif promiser == "no result":
            del response["result"]
        elif promiser == "told":
            print("log_notice=" + json.dumps(request, sort_keys=True))
    answer(response)
    if operation == "terminate":
        break
