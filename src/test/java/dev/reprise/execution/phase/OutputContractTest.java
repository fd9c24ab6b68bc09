package dev.reprise.execution.phase;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.OutputContract;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.execution.Engine;
import dev.reprise.execution.FakeTools;
import dev.reprise.execution.RecordingModel;
import dev.reprise.execution.SimulatedOperator;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.RunState;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An answer that does not fit its contract is asked for again, and is never the answer. */
@QuietLog
class OutputContractTest {

  private static final String TOTAL =
      """
      {"type": "object", "required": ["total"], "additionalProperties": false,
       "properties": {"total": {"type": "number"}, "lines": {"type": "array"}}}""";

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final RecordingModel model = new RecordingModel();
  private final MemoryJournal journal = Engine.submitted();

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void takesJsonThatFitsWithItsDigits() throws InterruptedException {
    RunState end = carryOn(2, "{'text': ' {\\'total\\': 12345678901234567890.10} '}");

    assertThat(end.outcome())
        .contains(new Outcome.Completed("{\"total\": 12345678901234567890.10}"));
    assertThat(rejections()).isEmpty();
    assertThat(((Message.User) firstMessage()).text()).contains("fits this JSON Schema", "total");
  }

  @Test
  void takesJsonOutOfABlockOfCode() throws InterruptedException {
    RunState end = carryOn(2, "{'text': '```json\\n{\\'total\\': 1}\\n```'}");

    assertThat(end.outcome()).contains(new Outcome.Completed("{\"total\": 1}"));
  }

  @Test
  void asksAgainAndSaysWhatDoesNotFit() throws InterruptedException {
    RunState end =
        carryOn(
            3,
            "{'text': 'The total is 3.'}, {'text': '{\\'total\\': \\'3\\'}'},"
                + " {'text': '{\\'total\\': 3}'}");

    assertThat(end.outcome()).contains(new Outcome.Completed("{\"total\": 3}"));
    assertThat(rejections()).hasSize(2);
    assertThat(rejections().getFirst().message()).contains("not JSON alone");
    assertThat(rejections().getLast().message()).contains("/total", "number");
    List<Message> read = model.requests().getLast().transcript().messages();
    assertThat(((Message.User) read.getLast()).text()).contains("/total", "Answer again");
  }

  @Test
  void failsWithWhatDoesNotFitAfterAsManyAnswersAsAreAllowed() throws InterruptedException {
    RunState end =
        carryOn(2, String.join(",", Collections.nCopies(49, "{'text': '{\\'totals\\': 1}'}")));

    assertThat(end.outcome().orElseThrow())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> {
              assertThat(failed.failure().code()).isEqualTo("output_invalid");
              assertThat(failed.failure().message())
                  .contains("phase 'only'", "gave 2", "required property 'total'", "'totals'");
            });
    // the simulated operator retries the run, which gives the phase all its attempts again
    assertThat(model.requests().size() % 2).isZero();
  }

  /** The simulated operator retries a run that has failed, once. */
  @Test
  void aRetryGivesAllAttemptsAgain() throws InterruptedException {
    RunState end = carryOn(1, "{'text': 'none'}, {'text': '{\\'total\\': 7}'}");

    assertThat(end.outcome()).contains(new Outcome.Completed("{\"total\": 7}"));
    assertThat(model.requests()).hasSize(2);
  }

  @Test
  void skipsAPhaseThatMayFail() throws InterruptedException {
    AgentDefinition agent =
        agent("{'only': [{'text': 'none'}], 'last': [{'text': 'done'}]}")
            .phases(phase("only", false, 1), plain("last"))
            .build();

    assertThat(carryOn(agent).outcome()).contains(new Outcome.Completed("done"));
  }

  @Test
  void laterPhasesReadItsValues() throws InterruptedException {
    AgentDefinition agent =
        agent(
                "{'only': [{'text': '{\\'total\\': 7.50, \\'lines\\': [{\\'of\\': \\'tea\\'}]}'}],"
                    + " 'last': [{'text': '{{prompt}}'}]}")
            .phases(
                phase("only", true, 2),
                plain(
                    "last",
                    "{{phases.only.output.total}} for {{phases.only.output.lines.0.of}}"
                        + " {{phases.only.output.lines.1.of}}"))
            .build();

    assertThat(carryOn(agent).outcome()).contains(new Outcome.Completed("7.50 for tea "));
  }

  private List<PhaseEvent.OutputRejected> rejections() {
    return journal.events().stream()
        .filter(PhaseEvent.OutputRejected.class::isInstance)
        .map(PhaseEvent.OutputRejected.class::cast)
        .toList();
  }

  private Message firstMessage() {
    return model.requests().getFirst().transcript().messages().getFirst();
  }

  private RunState carryOn(int attempts, String turns) throws InterruptedException {
    return carryOn(
        agent("{'only': [%s]}".formatted(turns)).phases(phase("only", true, attempts)).build());
  }

  private RunState carryOn(AgentDefinition agent) throws InterruptedException {
    var tools = new FakeTools();
    var operator = new SimulatedOperator(journal, tools, List.of());
    return new Engine(agent, journal, tools, operator, executor, model).carryToItsEnd();
  }

  private static Phase phase(String name, boolean critical, int attempts) {
    return new Phase(
        name,
        new Template("go"),
        List.of(),
        critical,
        new Limits(50, Duration.ofDays(1)),
        false,
        Optional.of(new OutputContract(new JsonValue(TOTAL), attempts)));
  }

  private static Phase plain(String name) {
    return plain(name, "go");
  }

  private static Phase plain(String name, String prompt) {
    return new Phase(
        name, new Template(prompt), List.of(), true, new Limits(50, Duration.ofDays(1)));
  }

  /** A script with single quotes, of which those in texts have a backslash before them. */
  private static Agents agent(String script) {
    String json =
        "{'script': %s}"
            .formatted(script)
            .replace("\\'", "\0")
            .replace('\'', '"')
            .replace("\0", "\\\"");
    return Agents.agent("clerk").model(new ModelChoice("scripted", "m", new JsonValue(json)));
  }
}
