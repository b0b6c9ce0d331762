"""The packages promise type and its bodies."""

from __future__ import annotations

from duckrow.cfengine.policy.tables.ranges import ANYTHING, BOOLEAN, INTEGER, PATH, SOME_TEXT

PROMISE_TYPES: dict[str, dict[str, tuple[str | None, ...]]] = {
    "packages": {
        "additional_packages": ("slist", ANYTHING),
        "architecture": ("string", ANYTHING),
        "options": ("slist", ANYTHING),
        "package_architectures": ("slist", ANYTHING),
        "package_method": ("body", None),
        "package_module": ("body", None),
        "package_policy": ("option", "add,delete,reinstall,update,addupdate,patch,verify"),
        "package_select": ("option", ">,<,==,!=,>=,<="),
        "package_version": ("string", ANYTHING),
        "policy": ("option", "absent,present"),
        "version": ("string", ANYTHING),
    },
}

BODIES: dict[str, dict[str, tuple[str | None, ...]]] = {
    "package_method": {
        "inherit_from": ("body", None),
        "meta": ("slist", ANYTHING),
        "package_add_command": ("string", SOME_TEXT),
        "package_arch_regex": ("string", ANYTHING),
        "package_changes": ("option", "individual,bulk"),
        "package_commands_useshell": ("option", BOOLEAN),
        "package_default_arch_command": ("string", PATH),
        "package_delete_command": ("string", SOME_TEXT),
        "package_delete_convention": ("string", ANYTHING),
        "package_file_repositories": ("slist", ANYTHING),
        "package_installed_regex": ("string", ANYTHING),
        "package_list_arch_regex": ("string", ANYTHING),
        "package_list_command": ("string", SOME_TEXT),
        "package_list_name_regex": ("string", ANYTHING),
        "package_list_update_command": ("string", ANYTHING),
        "package_list_update_ifelapsed": ("int", INTEGER),
        "package_list_version_regex": ("string", ANYTHING),
        "package_multiline_start": ("string", ANYTHING),
        "package_name_convention": ("string", ANYTHING),
        "package_name_regex": ("string", ANYTHING),
        "package_noverify_regex": ("string", ANYTHING),
        "package_noverify_returncode": ("int", INTEGER),
        "package_patch_arch_regex": ("string", ANYTHING),
        "package_patch_command": ("string", SOME_TEXT),
        "package_patch_installed_regex": ("string", ANYTHING),
        "package_patch_list_command": ("string", SOME_TEXT),
        "package_patch_name_regex": ("string", ANYTHING),
        "package_patch_version_regex": ("string", ANYTHING),
        "package_update_command": ("string", SOME_TEXT),
        "package_verify_command": ("string", SOME_TEXT),
        "package_version_equal_command": ("string", SOME_TEXT),
        "package_version_less_command": ("string", SOME_TEXT),
        "package_version_regex": ("string", ANYTHING),
    },
    "package_module": {
        "default_options": ("slist", ANYTHING),
        "interpreter": ("string", ANYTHING),
        "module_path": ("string", ANYTHING),
        "query_installed_ifelapsed": ("int", INTEGER),
        "query_updates_ifelapsed": ("int", INTEGER),
    },
}
