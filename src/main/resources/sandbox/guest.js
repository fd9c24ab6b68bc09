// Surrounds a script in its engine: reads the script and its input from the host, runs it, and reports how it ended. It
// keeps its own references to everything that the script may change, taken before the script starts.
(() => {
  "use strict";

  const door = globalThis.java_invoke;
  for (const name of ["java_invoke", "Javy", "plugin"]) {
    delete globalThis[name];
  }

  const { parse, stringify, rawJSON } = JSON;
  const { isFinite, isSafeInteger } = Number;
  const AsyncFunction = (async () => {}).constructor;
  const { BigInt, Error, Map, Promise, RangeError, RegExp, Set, String, TypeError } = globalThis;
  const test = Function.prototype.call.bind(RegExp.prototype.test);
  const find = Function.prototype.call.bind(RegExp.prototype.exec);
  const start = Function.prototype.call.bind(String.prototype.slice);

  const EXACT = "!"; // before a text with integers that a number would round
  const INTEGER = /^-?\d+$/;
  const PLACE = /<input>:(\d+)/;
  const LINES_BEFORE_CODE = 2; // that the engine puts around the body of a function
  const LONGEST_MESSAGE = 4000;

  // A big integer is JSON as it is.
  Object.defineProperty(BigInt.prototype, "toJSON", {
    value() {
      return rawJSON(String(this));
    },
  });

  const revive = (key, value, context) =>
    typeof value === "number" && !isSafeInteger(value) && test(INTEGER, context.source)
      ? BigInt(context.source)
      : value;

  const read = (text) => (text[0] === EXACT ? parse(start(text, 1), revive) : parse(text));

  // Refuses what JSON would lose without a word.
  const keep = (key, value) => {
    const where = key === "" ? "" : ` at ${stringify(key)}`;
    if (typeof value === "number" && !isFinite(value)) {
      throw new TypeError(`JSON has no ${value}${where}`);
    }
    if (value instanceof Promise) {
      throw new TypeError(`a promise${where} is no JSON; await it`);
    }
    if (value instanceof Map) {
      throw new TypeError(`a Map${where} is no JSON; use Object.fromEntries(map)`);
    }
    if (value instanceof Set) {
      throw new TypeError(`a Set${where} is no JSON; use [...set]`);
    }
    return value;
  };

  const write = (value, what) => {
    const text = stringify(value, keep);
    if (text === undefined) {
      throw new TypeError(`${what} is no JSON but of the type ${typeof value}`);
    }
    return text;
  };

  const about = parse(door("about", "", ""));

  const call = async (name, ...values) => {
    const told = write(values, "an argument");
    if (told.length > about.message) {
      throw new RangeError(`the arguments of ${name} have ${told.length} characters of JSON; at most ${about.message}`);
    }
    const answer = read(door("call", name, told));
    if (answer.failure === undefined) {
      return answer.value;
    }
    const error = new Error(answer.failure.message);
    error.name = "HostError";
    error.code = answer.failure.code;
    throw error;
  };

  for (const name of about.functions) {
    globalThis[name] = (...values) => call(name, ...values);
  }

  let room = about.output;

  const shown = (item) => {
    if (typeof item === "string") {
      return item;
    }
    if (item instanceof Error) {
      return `${item.name}: ${item.message}`;
    }
    try {
      return stringify(item) ?? String(item);
    } catch {
      return String(item);
    }
  };

  const log = (...items) => {
    if (room < 0) {
      return;
    }
    let line = "";
    for (let i = 0; i < items.length; i++) {
      line += (i === 0 ? "" : " ") + shown(items[i]);
    }
    line += "\n";
    const text = start(line, 0, room + 1); // one more than there is room for tells that some is missing
    room -= text.length;
    door("log", "", stringify(text));
  };

  const console = {};
  for (const level of ["log", "info", "warn", "error", "debug", "trace"]) {
    console[level] = log;
  }
  globalThis.console = console;

  const described = (error) => {
    try {
      if (error instanceof Error) {
        const place = find(PLACE, String(error.stack));
        return {
          name: start(String(error.name), 0, LONGEST_MESSAGE),
          message: start(String(error.message), 0, LONGEST_MESSAGE),
          line: place === null ? 0 : place[1] - LINES_BEFORE_CODE,
        };
      }
      const text = typeof error === "string" ? error : stringify(error) ?? String(error);
      return { name: "", message: start(text, 0, LONGEST_MESSAGE), line: 0 };
    } catch {
      return { name: "Error", message: "it cannot be described", line: 0 };
    }
  };

  // Given up when the script has failed, so that it can be told even where memory is used up.
  let reserve = new Array(32768).fill(0);

  const main = async () => {
    try {
      const input = read(door("input", "", ""));
      const value = await new AsyncFunction("input", door("code", "", ""))(input);
      if (value === undefined) {
        door("nothing", "", "");
      }
      const result = write(value, "the result");
      if (result.length > about.message) {
        door("large", "", "");
      }
      door("value", "", result);
    } catch (error) {
      const description = described(error);
      reserve = null;
      door("threw", "", stringify(description));
    }
  };

  main();
})();
