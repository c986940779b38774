"""The names inside waitress that the companion leans on are listed here, and lie in one folder.

Waitress promises none of these names. Where one is new here, or gone from waitress, this fails.
"""

import ast
from importlib import import_module
from pathlib import Path

import companion

PACKAGE = Path(companion.__file__).parent
OURS = {
    PACKAGE / f"web/transport/{name}.py" for name in ("connections", "uploads", "waitress_server")
}
UPSTREAM = ("channel", "parser", "server", "task", "trigger", "wasyncore")
NAMES = """
_flush_exception _flush_some _map accept accepting active_channels add_channel add_task adj cancel
channel channel_class chunked_response close close_all close_on_finish close_when_flushed complete
connected content_length del_channel dispatcher error_task_class execute finish get_environment
handle_accept handle_close handle_error handle_read handle_read_event handle_write headers
headers_finished last_activity lock maintenance outbuf_lock outbufs parse_header parser_class path
pull_trigger queue
queue_cv read readable received request requests response_headers run server service
set_close_on_finish set_socket_options set_thread_count shutdown socket status task_class
task_dispatcher total_outbufs_len trigger will_close writable write
"""
NOT_WAITRESS = {"_fileno", "chunked", "data", "exception", "fileno", "recv", "send"}
"""Names of sockets, selectors, logs and of our own that waitress has as well."""


def names_of(tree: ast.Module) -> set[str]:
    """Every attribute that is asked for or set, and every method and variable of a class."""
    found = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            found |= {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
            for each in node.body:
                targets = each.targets if isinstance(each, ast.Assign) else ()
                found |= {to.id for to in targets if isinstance(to, ast.Name)}
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
                    found.add(each.target.id)
    return {name for name in found if not name.startswith("__")}


def defined_in(module: str) -> set[str]:
    """What waitress sets or defines itself, and does not only ask for."""
    source = Path(str(import_module(f"waitress.{module}").__file__)).read_text(encoding="utf-8")
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found


def test_the_names_of_waitress_that_we_use_are_these_and_all_are_there() -> None:
    used = set[str]().union(*(names_of(ast.parse(path.read_text("utf-8"))) for path in OURS))
    there = set[str]().union(*map(defined_in, UPSTREAM))

    assert sorted((used & there) - NOT_WAITRESS) == NAMES.split()


def test_nothing_else_imports_waitress() -> None:
    importing = {
        path
        for path in PACKAGE.rglob("*.py")
        if "waitress" in (source := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("waitress"))
        or (isinstance(node, ast.Import) and any(each.name == "waitress" for each in node.names))
    }

    assert importing == OURS
