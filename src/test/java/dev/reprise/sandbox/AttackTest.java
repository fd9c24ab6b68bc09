package dev.reprise.sandbox;

import static dev.reprise.sandbox.Scripts.returned;
import static dev.reprise.sandbox.Scripts.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What scripts try, and which limit holds them. */
@Timeout(120)
class AttackTest {

  private static final Duration TIME = Duration.ofMillis(250);

  /** Until an engine is made, and until its thread has seen the interrupt, on a busy machine. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final SandboxLimits SHORT = new SandboxLimits(8L << 20, TIME, 1000, 10_000, 1, 1);

  /** Memory is to be met first, however slow the machine. */
  private static final SandboxLimits LONG =
      new SandboxLimits(8L << 20, Duration.ofSeconds(60), 1000, 10_000, 1, 1);

  private static final Map<String, String> ENDLESS =
      Map.ofEntries(
          Map.entry("while", "while (true) {}"),
          Map.entry("for", "for (;;);"),
          Map.entry("do", "do { } while (1)"),
          Map.entry("label", "a: for (;;) { for (;;) continue a }"),
          Map.entry("generator", "function* f() { while (true) yield 1 } for (const x of f()) ;"),
          Map.entry(
              "iterator",
              "const [...a] = {[Symbol.iterator]: () => ({next: () => { for (;;); }})}"),
          Map.entry(
              "microtasks",
              "const f = () => { Promise.resolve().then(f) }; f(); await new Promise(() => {})"),
          Map.entry(
              "queued", "const f = () => queueMicrotask(f); f(); await new Promise(() => {})"),
          Map.entry("await", "while (true) await null"),
          Map.entry(
              "async generator",
              "async function* f() { while (1) yield 1 } for await (const x of f()) ;"),
          Map.entry("caught", "for (;;) { try { for (;;) throw 1 } catch { } finally { } }"),
          Map.entry(
              "finally",
              "const f = () => { for (;;) { try { return } finally { continue } } }; f()"),
          Map.entry("getter", "const o = {get a() { for (;;); }}; return o.a"),
          Map.entry("toJSON", "return {toJSON() { for (;;); }}"),
          Map.entry("thenable", "return {then() { for (;;); }}"),
          Map.entry("toString", "throw {toJSON() { for (;;); }}"),
          Map.entry(
              "message",
              "const e = new Error(); Object.defineProperty(e, 'message', {get() { for (;;); }});"
                  + " throw e"),
          Map.entry("proxy", "const p = new Proxy({}, {get() { for (;;); }}); return p.a"),
          Map.entry("sort", "[1, 2].sort(() => { for (;;); })"),
          Map.entry("eval", "eval('for (;;);')"),
          Map.entry("Function", "new Function('for (;;);')()"),
          Map.entry("array hole", "Array.prototype.indexOf.call({length: 2 ** 53 - 1}, 1)"),
          Map.entry("regular expression", "/^(a+)+$/.test('a'.repeat(40) + '!')"),
          Map.entry("alternatives", "/^(a|a)*$/.test('a'.repeat(60) + 'b')"),
          Map.entry("back-reference", "/^(.*)*\\1x$/.test('ab'.repeat(40))"),
          Map.entry("big integer", "let a = 3n; for (;;) a = a * a % (2n ** 4096n)"),
          Map.entry("output", "for (;;) console.log('x'.repeat(100))"));

  private static final Map<String, String> HEAVY =
      Map.ofEntries(
          Map.entry("array", "const a = []; for (;;) a.push(new Array(1000).fill(1))"),
          Map.entry("small objects", "const a = []; for (;;) a.push({})"),
          Map.entry("global", "globalThis.a = []; for (;;) a.push('x'.repeat(1000) + a.length)"),
          Map.entry("string", "return 'x'.repeat(2 ** 28)"),
          Map.entry(
              "concatenation",
              "let s = 'abc' + Math.random(); for (;;) { s += s + 1; s.charCodeAt(9) }"),
          Map.entry("buffer", "new ArrayBuffer(2 ** 30)"),
          Map.entry("buffers", "const a = []; for (;;) a.push(new Uint8Array(100000))"),
          Map.entry("map", "const m = new Map(); for (let i = 0;; i++) m.set(i, [i])"),
          Map.entry("closures", "let f = () => 1; for (;;) { const g = f; f = () => g }"),
          Map.entry("padding", "'a'.padEnd(2 ** 28, 'b')"),
          Map.entry("replacement", "'a'.repeat(30000).replaceAll('a', 'b'.repeat(30000))"),
          Map.entry("join", "new Array(2 ** 22).join('abcdefgh')"),
          Map.entry("split", "const a = []; for (;;) a.push('a,'.repeat(1000).split(','))"),
          Map.entry("json", "let j = '1'; for (;;) j = JSON.stringify([j, j])"),
          Map.entry("promises", "const a = []; for (;;) a.push(new Promise(() => {}))"),
          Map.entry(
              "caught",
              "const a = []; try { for (;;) a.push('x'.repeat(5000) + a.length) } finally {"
                  + " a.push({}) }"),
          Map.entry("result", "return Array.from({length: 1e5}, () => 'x'.repeat(1000))"),
          Map.entry(
              "promises of promises", "const f = () => Promise.resolve().then(f); await f()"));

  private static final Map<String, String> DEEP =
      Map.of(
          "function", "const f = () => f() + 1; f()",
          "caught", "const f = () => { try { f() } catch { f() } }; f()",
          "two", "const f = () => g(), g = () => f(); f()",
          "constructor", "class A { constructor() { new A() } } new A()",
          "getter", "const o = {get a() { return this.a }}; o.a",
          "proxy", "const p = new Proxy({}, {get: (t, k, r) => r[k]}); p.a",
          "toString", "const o = {toString() { return '' + o }}; '' + o",
          "json", "JSON.parse('['.repeat(1e6))",
          "source", "eval('('.repeat(1e5))",
          "apply", "const f = (...a) => f.apply(null, a); f(1)");

  static Stream<Arguments> attacks() {
    return Stream.of(
            table(SHORT, Limit.TIME, ENDLESS),
            table(LONG, Limit.MEMORY, HEAVY),
            table(LONG, Limit.STACK, DEEP),
            table(
                LONG,
                Limit.RESULT,
                Map.of(
                    "long", "return 'x'.repeat(10001)",
                    "wide", "return Array(6000).fill(1)",
                    "toJSON", "return {toJSON: () => 'x'.repeat(20000)}")))
        .flatMap(List::stream);
  }

  private static List<Arguments> table(
      SandboxLimits limits, Limit limit, Map<String, String> codes) {
    return codes.entrySet().stream()
        .map(it -> Arguments.of(limit, it.getKey(), limits, it.getValue()))
        .toList();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("attacks")
  void isHeldByItsLimit(Limit limit, String name, SandboxLimits limits, String code)
      throws Exception {
    Sandbox sandbox = Scripts.sandbox(limits);
    awaitAnEngine(sandbox); // after which what is loaded once is loaded, too
    long begin = System.nanoTime();

    ScriptOutcome outcome = sandbox.run("acme", script(code));

    assertThat(outcome.ending()).isEqualTo(new ScriptResult.Exceeded(limit));
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(limits.time().plus(GRACE));
    assertThat(outcome.output()).hasSizeLessThan(1100);
    awaitAnEngine(sandbox); // its only one is free again
  }

  /** On a busy machine, one run may need more than the short time. */
  private static void awaitAnEngine(Sandbox sandbox) {
    await()
        .atMost(GRACE.multipliedBy(4))
        .untilAsserted(
            () ->
                assertThat(sandbox.run("acme", script("return 1")).ending())
                    .isEqualTo(returned("1")));
  }
}
