package dev.reprise.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.InvalidDocumentException;
import java.time.Duration;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The problems that authors read. Each case is one change to a good document. */
class DocumentProblemsTest {

  private final AgentReader reader = Documents.reader();

  static Stream<Arguments> changes() {
    return Stream.of(
        arguments("name: clerk", "", "name", "is missing"),
        arguments("name: clerk", "name: 5", "name", "must be a text"),
        arguments("name: clerk", "name: [a]", "name", "must be a text"),
        arguments("name: clerk", "name: Clerk", "name", "lower-case letters"),
        arguments("name: clerk", "name: a" + "b".repeat(63), "name", "1 to 63"),
        arguments("name: clerk", "nome: [a, b]\nname: clerk", "nome", "is not allowed here"),
        arguments("name: clerk", "nome: {a: [b]}\nname: clerk", "nome", "is not allowed here"),
        arguments("name: clerk", "name: clerk\nnome: [a]\nn: [[]]", "n", "is not allowed here"),
        arguments(
            "- name: second", "- nome: [a]\n    name: second", "phases[1].nome", "not allowed"),
        arguments(
            "- name: second", "- name: second\n    nome: {a: []}", "phases[1].nome", "not all"),
        arguments(
            "name: clerk",
            "name: clerk\ngrants: {look: {nope: [a], only: [b]}}",
            "grants.look.nope",
            "is not allowed here"),
        arguments("name: clerk", "name: clerk\nbudget: {usd: ' '}", "budget.usd", "must be"),
        arguments("name: clerk", "name: clerk\nbudget: {usd: ''}", "budget.usd", "must be"),
        arguments("description: Looks and writes.", "", "description", "is missing"),
        arguments(
            "description: Looks and writes.", "description: ' '", "description", "is missing"),
        arguments(
            "name: clerk",
            "name: clerk\nnmae: x",
            "nmae",
            "allowed are budget, compaction, description"),
        arguments("provider: scripted", "", "model.provider", "is missing"),
        arguments("provider: scripted", "provider: oops", "model.provider", "there are scripted"),
        arguments("provider: scripted", "provider: scripted\n  name: 5", "model.name", "a text"),
        arguments("provider: scripted", "provider: scripted\n  temp: 1", "model.temp", "script"),
        arguments(
            "provider: scripted",
            "provider: scripted\n  fallbacks: {provider: scripted}",
            "model.fallbacks",
            "must be a list"),
        arguments(
            "provider: scripted",
            "provider: scripted\n  fallbacks: [scripted]",
            "model.fallbacks[0]",
            "an object"),
        arguments(
            "provider: scripted",
            "provider: scripted\n  fallbacks: [~]",
            "model.fallbacks[0]",
            "is empty"),
        arguments(
            "provider: scripted",
            "provider: scripted\n  fallbacks: [{name: x}]",
            "model.fallbacks[0].provider",
            "is missing"),
        arguments(
            "provider: scripted",
            "provider: scripted\n  fallbacks: [{provider: oops}]",
            "model.fallbacks[0].provider",
            "there are scripted"),
        arguments(
            "provider: scripted",
            "provider: scripted\n  fallbacks: [{provider: scripted, script: {third: []}}]",
            "model.fallbacks[0].script.third",
            "must be a phase"),
        arguments(
            "provider: scripted",
            "provider: scripted\n  fallbacks: [{provider: scripted, script: {first: [{text: x}], second: [{text: x}]}, fallbacks: []}]",
            "model.fallbacks[0].fallbacks",
            "one list has all fallbacks"),
        arguments(
            "provider: scripted",
            "provider: scripted\n  fallbacks: [" + "{provider: ''}, ".repeat(6) + "]",
            "model.fallbacks",
            "at most 5 models"),
        arguments("{text: done}", "{txt: done}", "model.script.second[0]", "a text, calls"),
        arguments("[look, write]", "look", "tools", "must be a list"),
        arguments("[look, write]", "[look, write, 5]", "tools[2]", "must be a text"),
        arguments("[look, write]", "[look, write, ~]", "tools[2]", "is empty"),
        arguments("[look, write]", "[look, write, rm]", "tools[2]", "there are look, write"),
        arguments("[look, write]", "[write]", "phases[0].tools[0]", "its tools are write"),
        arguments(
            "tools: [look]", "tools: [write, rm]", "phases[0].tools[1]", "a tool of the agent"),
        arguments("name: second", "name: first", "phases[1].name", "taken by phases[0].name"),
        arguments("name: second", "name: 2nd", "phases[1].name", "a letter first"),
        arguments("prompt: Write {{phases.first.output}}.", "", "phases[1].prompt", "is missing"),
        arguments("{{phases.first.output}}", "{{a", "phases[1].prompt", "not closed"),
        arguments("{{phases.first.output}}", "{{a.b}}", "phases[1].prompt", "input.<path>"),
        arguments("{{phases.first.output}}", "{{input}}", "phases[1].prompt", "input.<path>"),
        arguments("phases.first.output", "phases.second.output", "phases[1].prompt", "are first"),
        arguments("phases.first.output", "phases.third.output", "phases[1].prompt", "are first"),
        arguments("input.what.0", "phases.second.output", "phases[0].prompt", "ones are none"),
        arguments(
            "limits: {deadline: P1D}",
            "retry: {model: {attempts: 0}}",
            "retry.model.attempts",
            "must be at least 1"),
        arguments(
            "limits: {deadline: P1D}",
            "retry: {tools: {attempts: 21}}",
            "retry.tools.attempts",
            "must be at most 20"),
        arguments(
            "limits: {deadline: P1D}",
            "retry: {model: {strategy: random}}",
            "retry.model.strategy",
            "must be exponential, linear or constant"),
        arguments(
            "limits: {deadline: P1D}",
            "retry: {model: {baseDelay: PT2H}}",
            "retry.model.baseDelay",
            "from PT0S to PT1H"),
        arguments(
            "limits: {deadline: P1D}",
            "retry: {phases: {attempts: 2}}",
            "retry.phases",
            "allowed are model, tools"),
        arguments(
            "limits: {deadline: P1D}",
            "grants: {burn: {approval: true}}",
            "grants.burn",
            "must be a tool of the agent"),
        arguments(
            "limits: {deadline: P1D}",
            "grants: {look: {only: []}}",
            "grants.look.only",
            "leave it out to narrow nothing"),
        arguments(
            "limits: {deadline: P1D}",
            "grants: {look: {timeout: PT0S}}",
            "grants.look.timeout",
            "from PT1S to P30D"),
        arguments(
            "limits: {deadline: P1D}",
            "grants: {look: {hosts: a}}",
            "grants.look.hosts",
            "allowed are approval, onDenied, only, secrets, timeout"),
        arguments(
            "limits: {deadline: P1D}",
            "compaction: {afterBytes: 4095}",
            "compaction.afterBytes",
            "must be at least 4096"),
        arguments(
            "limits: {deadline: P1D}",
            "compaction: {afterBytes: 67108865}",
            "compaction.afterBytes",
            "must be at most 67108864"),
        arguments(
            "limits: {deadline: P1D}",
            "compaction: {keepMessages: 0}",
            "compaction.keepMessages",
            "must be at least 1"),
        arguments(
            "limits: {deadline: P1D}",
            "compaction: {keepMessages: 1001}",
            "compaction.keepMessages",
            "must be at most 1000"),
        arguments(
            "limits: {deadline: P1D}",
            "compaction: {after: 5}",
            "compaction.after",
            "allowed are afterBytes, keepMessages"),
        arguments("limits: {deadline: P1D}", "compaction: yes", "compaction", "an object"),
        arguments("limits: {deadline: P1D}", "record: no", "record", "an object"),
        arguments(
            "limits: {deadline: P1D}", "record: {bodies: no}", "record.bodies", "true or false"),
        arguments(
            "tools: [look, write]",
            "tools: [look, write, wait_until]\nrecord: {bodies: false}",
            "record.bodies",
            "if 'wait_until' is granted"),
        arguments("critical: false", "critical: 'no'", "phases[1].critical", "true or false"),
        arguments("name: clerk", "name: clerk\ninput: text", "input", "must be an object"),
        arguments("name: clerk", "name: clerk\ninput: {type: oops}", "input", "a JSON Schema: "),
        arguments("name: clerk", "name: clerk\noutput: {$ref: '#/x'}", "output", "a JSON Schema: "),
        arguments("critical: false", "output: {pattern: '('}", "phases[1].output", "JSON Schema: "),
        arguments(
            "limits: {deadline: P1D}",
            "output: {type: object}",
            "phases[1].critical",
            "must not be false: the agent has an output"),
        arguments(
            "    critical: false\n    limits: {maxIterations: 3, deadline: PT1M}\n",
            "    output: {}\noutput: {}\n",
            "phases[1].output",
            "the agent's output is that of its last phase"),
        arguments(
            "critical: false",
            "allowEmptyAnswer: true\n    output: {}",
            "phases[1].allowEmptyAnswer",
            "no JSON is empty"),
        arguments(
            "critical: false", "attempts: 3", "phases[1].attempts", "only be set with an output"),
        arguments(
            "critical: false",
            "output: {}\n    attempts: 0",
            "phases[1].attempts",
            "must be at least 1"),
        arguments(
            "{{phases.first.output}}",
            "{{phases.first.output.total}}",
            "phases[1].prompt",
            "must refer to a phase with an output; such earlier ones are none"),
        arguments(
            "critical: false",
            "optional: true",
            "phases[1].optional",
            "allowed are allowEmptyAnswer, attempts, critical"),
        arguments(
            "maxIterations: 3", "maxIterations: 0", "phases[1].limits.maxIterations", "least 1"),
        arguments(
            "maxIterations: 3",
            "maxIterations: 10001",
            "phases[1].limits.maxIterations",
            "most 10000"),
        arguments(
            "maxIterations: 3", "maxIterations: 3.5", "phases[1].limits.maxIterations", "whole"),
        arguments(
            "maxIterations: 3",
            "maxIterations: 99999999999",
            "phases[1].limits.maxIterations",
            "most 10000"),
        arguments("maxIterations: 3", "max: 3", "phases[1].limits.max", "deadline, maxIterations"),
        arguments("PT1M", "1 minute", "phases[1].limits.deadline", "ISO-8601"),
        arguments("PT1M", "60", "phases[1].limits.deadline", "ISO-8601"),
        arguments("PT1M", "PT0S", "phases[1].limits.deadline", "from PT1S to P30D"),
        arguments("P1D", "P31D", "limits.deadline", "from PT1S to P30D"),
        arguments("limits: {deadline: P1D}", "limits: [1]", "limits", "must be an object"),
        arguments("limits: {deadline: P1D}", "limits: P1D", "limits", "must be an object"),
        arguments("limits: {deadline: P1D}", "limits: ''", "limits", "must be an object"));
  }

  @ParameterizedTest(name = "{1} -> {2}: {3}")
  @MethodSource("changes")
  void namesTheProblemAndItsPlace(String from, String to, String path, String message) {
    assertThat(Documents.GOOD).contains(from);

    assertThat(problems(Documents.GOOD.replace(from, to)))
        .anySatisfy(
            problem -> {
              assertThat(problem.path()).isEqualTo(path);
              assertThat(problem.message()).contains(message);
            });
  }

  @Test
  void namesAllProblemsAtOnce() {
    String document =
        """
        name: 7
        colour: red
        model: {provider: scripted, script: {a: [{text: x, oops: 1}]}}
        tools: [look, rm]
        phases:
          - {name: a, prompt: "{{x}}", tools: [write], critical: maybe}
          - {name: a, prompt: ok, limits: {maxIterations: -1, deadline: soon}}
        """;

    assertThat(problems(document))
        .extracting(DocumentError::path)
        .containsExactlyInAnyOrder(
            "name",
            "colour",
            "phases[0].critical",
            "phases[1].limits.deadline",
            "description",
            "phases[1].limits.maxIterations",
            "phases[0].tools[0]",
            "phases[0].prompt",
            "phases[1].name",
            "tools[1]",
            "model.script.a[0].oops");
  }

  @Test
  void reportsEachProblemOnce() {
    assertThat(problems(Documents.GOOD.replace("name: clerk", "name: 5"))).hasSize(1);
    assertThat(problems(Documents.GOOD.replace("- name: second", "- nome: second")))
        .extracting(DocumentError::path)
        .containsOnly("phases[1].nome", "phases[1].name");
    assertThat(problems(Documents.GOOD.replaceAll("(?s)\nphases:.*(?=\nlimits)", "")))
        .extracting(DocumentError::path)
        .containsExactly("phases");
  }

  @Test
  void allowsAtMostAHundredPhases() {
    assertThat(problems(withPhases(100))).isEmpty();
    assertThat(problems(withPhases(101)))
        .extracting(DocumentError::toString)
        .containsExactly("phases: must have at most 100 phases");
  }

  private static String withPhases(int count) {
    var script = new StringJoiner(", ");
    var phases = new StringBuilder();
    for (int i = 0; i < count; i++) {
      script.add("p%d: [{text: done}]".formatted(i));
      phases.append("  - {name: p%d, prompt: go}\n".formatted(i));
    }
    return "name: long\ndescription: d\nmodel: {provider: scripted, script: {%s}}\nphases:\n%s"
        .formatted(script, phases);
  }

  @Test
  void boundsTheReport() {
    var tools = new StringBuilder();
    var phases = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      tools.append("tool").append(i).append(", ");
      phases.append("  - {name: P, prompt: '{{x%d}}', tools: [a%d]}\n".formatted(i, i));
    }
    String document =
        "name: %s\ndescription: d\nmodel: {provider: scripted}\ntools: [%s]\nphases:\n%s"
            .formatted("N".repeat(1000), tools, phases);

    var problems = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> problems(document));

    assertThat(problems).hasSize(100);
    assertThat(problems).allSatisfy(p -> assertThat(p.toString()).hasSizeLessThan(1100));
  }

  @Test
  void namesTheMissingMembersOfAnEmptyDocument() {
    assertThat(problems("{}"))
        .extracting(DocumentError::toString)
        .containsExactly(
            "description: is missing",
            "model: is missing",
            "name: is missing",
            "phases: is missing; an agent has at least one phase");
    assertThat(problems("phases: []"))
        .extracting(DocumentError::toString)
        .contains("phases: must not be empty; an agent has at least one phase");
    assertThat(problems(""))
        .extracting(DocumentError::message)
        .containsExactly("must be an object");
    assertThat(problems("[]"))
        .extracting(DocumentError::message)
        .containsExactly("must be an object");
    assertThat(problems("5"))
        .extracting(DocumentError::message)
        .containsExactly("must be an object");
  }

  private List<DocumentError> problems(String document) {
    var refused =
        catchThrowableOfType(
            InvalidDocumentException.class, () -> reader.read(document, Documents.HERE));
    return refused == null ? List.of() : refused.problems();
  }
}
