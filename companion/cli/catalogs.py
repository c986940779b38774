"""``companion catalogs``: collects what a game's package says, and compiles its translations."""

import click

from companion.cli.options import echo
from companion.i18n.catalogs import Language
from companion.i18n.message import count
from companion.storage.atomic_files import write_errors
from companion.testing import catalogs as package_catalogs
from companion.testing.packages import find_package, shown


@click.command()
@click.argument("package")
@click.option(
    "--add", "more", multiple=True, metavar="CODE", help="One more language, such as de or fr."
)
@click.pass_obj
def catalogs(lang: str, package: str, more: tuple[str, ...]) -> None:
    """Collects the sentences of a game's PACKAGE into its catalogs, and compiles them.

    PACKAGE is a game that is installed, or a folder. What is translated already stays; what is not
    is listed with its place.
    """
    language, found = Language(lang), find_package(package)
    for each in package_catalogs.collect(found, *more):
        with write_errors(each.file):
            package_catalogs.write(each)
        told = count(
            "{file}: {n} sentence, {missing} without a translation",
            "{file}: {n} sentences, {missing} without a translation",
            len(each.catalog.said),
            file=shown(each.file),
            missing=len(each.missing),
        )
        echo(language, told)
        for sentence in each.missing:
            text, _ = sentence.key or ("", "")
            click.echo(f"  {shown(sentence.file)}:{sentence.line}: {text}")
