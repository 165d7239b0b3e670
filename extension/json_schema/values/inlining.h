// Where the compiler is told how to cut the validator into functions, and why.
//
// A small check takes 10 to 30 ns, some 200 instructions: a call with a frame is a tenth of that, and the
// compiler cannot know which calls are hot. Each use is worth some per cent of a corpus of
// tests/benchmark/json_schema; one that no measurement asks for is left to the compiler.
#pragma once

// Part of its callers: what every value, member or name goes through. A call would pass all that the callers
// hold in registers through memory.
#define JSON_SCHEMA_INLINE [[gnu::always_inline]]

// Apart from its callers: what few values need, and what a caller ends with. Inlined, it would make the
// function that most values end in save registers first, for work that they do not need.
#define JSON_SCHEMA_APART [[gnu::noinline]]
