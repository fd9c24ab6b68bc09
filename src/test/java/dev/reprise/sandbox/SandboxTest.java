package dev.reprise.sandbox;

import static dev.reprise.sandbox.Scripts.LIMITS;
import static dev.reprise.sandbox.Scripts.returned;
import static dev.reprise.sandbox.Scripts.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class SandboxTest {

  private final Sandbox sandbox = Scripts.sandbox(LIMITS);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "return input.a + 1                                         | 2",
        "return await Promise.all([1, Promise.resolve(2)])          | [1,2]",
        "const f = async () => { await null; return 'x' }; return f() | \"x\"",
        "return Promise.resolve({a: [null, true]})                  | {\"a\":[null,true]}",
        "return null                                                | null",
        "return {a: undefined, b: 1}                                | {\"b\":1}",
        "return 2n ** 70n                                           | 1180591620717411303424",
        "return new Date(0)                                         | \"1970-01-01T00:00:00.000Z\"",
        "return {then(f) { f(7) }}                                  | 7",
        "return /(\\d+)-(\\d+)/.exec('10-20').slice(1).map(Number)  | [10,20]",
      })
  void returnsWhatTheCodeReturns(String code, String value) throws Exception {
    assertThat(end(code)).isEqualTo(returned(value));
  }

  @Test
  void tellsNothingFromNull() throws Exception {
    assertThat(end("1 + 1")).isEqualTo(new ScriptResult.ReturnedNothing());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "let a = 1;\\n"
            + "null.foo;                | TypeError   | cannot read property 'foo' of null | 2",
        "let a = 1;\\n"
            + "\\n"
            + "let b = @;            | SyntaxError | unexpected token in expression: '@' | 3",
        "\\nawait 1;\\nthrow new Error('mine') | Error       | mine | 3",
        "const f = async () => {\\n"
            + " await null;\\n"
            + " x }\\n"
            + "await f() | ReferenceError | x is not defined | 3",
        "throw 'text'                          | ``          | text | 0",
        "throw {a: 1}                          | ``          | {\"a\":1} | 0",
        "throw null                            | ``          | null | 0",
        "await Promise.reject(new RangeError('r')) | RangeError | r | 1",
        "return () => 1                        | TypeError   | the result is no JSON but of the"
            + " type function | 0",
        "return {a: [NaN]}                     | TypeError   | JSON has no NaN at \"0\" | 0",
        "return {a: Promise.resolve(1)}        | TypeError   | a promise at \"a\" is no JSON; await"
            + " it | 0",
        "return new Map()                      | TypeError   | a Map is no JSON; use"
            + " Object.fromEntries(map) | 0",
        "return {a: new Set()}                 | TypeError   | a Set at \"a\" is no JSON; use"
            + " [...set] | 0",
        "const a = {}; a.a = a; return a       | TypeError   | circular reference | 0",
      })
  void saysWhatWasThrownAndWhere(String code, String name, String message, int line)
      throws Exception {
    assertThat(end(code.replace("\\n", "\n")))
        .isEqualTo(new ScriptResult.Threw(name, message, line));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "await new Promise(() => {})",
        "return new Promise(() => {})",
        "return {then() {}}",
        "return await Promise.race([])",
      })
  void saysThatAPromiseNeverSettles(String code) throws Exception {
    assertThat(end(code)).isEqualTo(new ScriptResult.NeverSettled());
  }

  @Test
  void keepsWhatIsWrittenToTheConsole() throws Exception {
    ScriptOutcome outcome =
        sandbox.run(
            "acme",
            script(
                """
                console.log("a", 1, {b: [2]}, undefined, null, 3n);
                console.error(new TypeError("t"));
                console.info("\\ud800 half");
                return 1;
                """));

    assertThat(outcome.ending()).isEqualTo(returned("1"));
    assertThat(outcome.output())
        .isEqualTo("a 1 {\"b\":[2]} undefined null 3\nTypeError: t\n\ud800 half\n");
  }

  @Test
  void keepsTheOutputOfAScriptThatFails() throws Exception {
    assertThat(sandbox.run("acme", script("console.log('before'); throw 1")).output())
        .isEqualTo("before\n");
  }

  @Test
  void leavesNoStateForTheNextScript() throws Exception {
    end("globalThis.left = 1; Array.prototype.map = null; JSON.stringify = null; return 1");

    assertThat(end("return [typeof left, [1].map(it => it + 1)]"))
        .isEqualTo(returned("[\"undefined\",[2]]"));
  }

  private ScriptResult end(String code) throws InterruptedException {
    return sandbox.run("acme", script(code, Json.read("{\"a\":1}"))).ending();
  }
}
