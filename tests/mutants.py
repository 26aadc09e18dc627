"""Mutants: functions changed in one place, with mutmut's operators, put into the living program.

A mutant takes the place of a function's code, so whoever has got hold of the function runs it,
a cache around it or a property as well, and nothing is slower than in the sound program.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from difflib import ndiff
from functools import cached_property
from pathlib import Path
from textwrap import indent
from types import FunctionType
from typing import Any, NamedTuple

import libcst as cst
from mutmut.mutation.file_mutation import ChildReplacementTransformer, Mutation, MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

#: Statements that only say something: a reason, an error, a sentence.
SAYS = re.compile(r"^\s*(return|yield) f?[\"'].*[\"']$|^\s*raise |assert |cast\(")
SENTENCE = re.compile(r"[\"'][^\"']+ [^\"']+[\"']")
#: It says that two lists are equally long, which no change of one place can falsify.
STRICT = re.compile(r",\s*strict=True")


def module_of(path: Path) -> str:
    """The name of the module in a file."""
    return ".".join(part for part in path.with_suffix("").parts if part != "__init__")


class Mutant(NamedTuple):
    """One change of one function."""

    path: Path
    owner: str  # the class, or nothing
    function: cst.FunctionDef
    old: cst.CSTNode
    new: cst.CSTNode
    whole: cst.Module  # the file it stands in

    @property
    def place(self) -> str:
        """Module, class and function."""
        names = (module_of(self.path), self.owner, self.function.name.value)
        return ".".join(filter(None, names))

    def __str__(self) -> str:
        """The place, and the changed lines before and after."""
        before, after = self.change()
        return f"{self.place}\n  - {before}\n  + {after}"

    def code(self) -> str:
        """The changed function."""
        changed = self.function.visit(ChildReplacementTransformer(self.old, self.new))
        assert isinstance(changed, cst.FunctionDef)
        return _text(changed)

    def file(self) -> str:
        """The text of the whole file with the change."""
        changed = self.whole.visit(ChildReplacementTransformer(self.old, self.new))
        assert isinstance(changed, cst.Module)
        return changed.code

    def change(self) -> tuple[str, str]:
        """The changed lines before and after, without indents and comments."""
        lines = list(ndiff(_text(self.function).splitlines(), self.code().splitlines()))
        before, after = ([line[2:] for line in lines if line.startswith(sign)] for sign in "-+")
        return _joined(before), _joined(after)

    def only_words(self) -> bool:
        """Whether nothing but the words of a sentence has changed."""
        if not isinstance(self.old, cst.SimpleString):
            return False
        before, after = self.change()
        return bool(SENTENCE.search(before)) and before.lower() == after.replace("XX", "").lower()


def _text(function: cst.FunctionDef) -> str:
    """A function without decorators and without what stands above it."""
    return cst.Module([function.with_changes(decorators=[], leading_lines=[])]).code.strip()


def _joined(lines: list[str]) -> str:
    return " ".join(re.sub(r"  # .*$", "", line).strip() for line in lines)


class _Places(MutationVisitor):
    """Every place that can be changed; functions with decorators are no exception."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.FunctionDef) and node.decorators:
            return False
        return super()._skip_node_and_children(node)


class File:
    """A file and its mutants."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._text = STRICT.sub("", path.read_text(encoding="utf-8"))

    @cached_property
    def _module(self) -> cst.MetadataWrapper:
        return cst.MetadataWrapper(cst.parse_module(self._text))

    def mutants(self) -> list[Mutant]:
        """All of them, in the order of the file."""
        lines = enumerate(self._text.splitlines(), start=1)
        said = {number for number, line in lines if SAYS.search(line)}
        visitor = _Places(mutation_operators, IgnoredCode(set(), set(), said))
        module = self._module.visit(visitor)
        owners = dict(_functions(module))
        return [
            Mutant(
                self.path, owners[function], function, change.original_node, change.mutated_node,
                module,
            )
            for function, change in _inside(visitor.mutations) if function in owners
        ]  # fmt: skip


def _inside(changes: list[Mutation]) -> Iterator[tuple[cst.FunctionDef, Mutation]]:
    for change in changes:
        if isinstance(change.contained_by_top_level_function, cst.FunctionDef):
            yield change.contained_by_top_level_function, change


def _functions(module: cst.Module) -> Iterator[tuple[cst.FunctionDef, str]]:
    """Functions and methods, with the class that they stand in."""
    for statement in module.body:
        if isinstance(statement, cst.FunctionDef):
            yield statement, ""
        elif isinstance(statement, cst.ClassDef):
            for inner in statement.body.body:
                if isinstance(inner, cst.FunctionDef):
                    yield inner, statement.name.value


def living(mutant: Mutant) -> FunctionType:
    """The function in the running program, below its decorators."""
    home: Any = sys.modules[module_of(mutant.path)]
    found: Any = vars(getattr(home, mutant.owner) if mutant.owner else home)
    function = found[mutant.function.name.value]
    while not isinstance(function, FunctionType):  # a property, a cache, a method of the class
        below = (getattr(function, name, None) for name in ("fget", "__wrapped__", "__func__"))
        function = next(filter(None, below))
    return function


def release(mutant: Mutant) -> None:
    """Put a mutant into the running program."""
    sound = living(mutant)
    broken = _made(mutant, sound)
    sound.__code__ = broken.__code__
    sound.__defaults__, sound.__kwdefaults__ = broken.__defaults__, broken.__kwdefaults__


def _made(mutant: Mutant, sound: FunctionType) -> FunctionType:
    """The changed function, made where the sound one lives."""
    code = mutant.code()
    if mutant.owner:
        code = f"class {mutant.owner}:\n{indent(code, '    ')}"
    tree = ast.parse(f"from __future__ import annotations\n{code}")
    home = dict(sound.__globals__)
    exec(compile(tree, str(mutant.path), "exec"), home)
    made = vars(home[mutant.owner]) if mutant.owner else home
    function = made[mutant.function.name.value]
    return getattr(function, "__func__", function)
