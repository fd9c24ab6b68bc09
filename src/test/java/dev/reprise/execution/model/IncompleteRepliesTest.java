package dev.reprise.execution.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.Engine;
import dev.reprise.execution.FakeTools;
import dev.reprise.execution.RecordingModel;
import dev.reprise.execution.SimulatedOperator;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.ToolCallEvent;
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

/** Replies that were cut off, paused, or say nothing, are no answers. */
class IncompleteRepliesTest {

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final RecordingModel model = new RecordingModel();
  private final MemoryJournal journal = Engine.submitted();

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void goesOnWithATextThatWasCutOff() throws InterruptedException {
    RunState end =
        carryOn("{'text': 'One, (cut off)'}, {'text': ' two, (cut off)'}, {'text': ' three.'}");

    assertThat(end.outcome())
        .contains(new Outcome.Completed("One, (cut off) two, (cut off) three."));
    List<Message> sent = model.requests().get(1).transcript().messages();
    assertThat(sent).hasSize(3);
    assertThat(sent.get(1)).isEqualTo(new Message.Assistant("One, (cut off)", List.of()));
    assertThat(((Message.User) sent.get(2)).text()).contains("was cut off", "Go on exactly");
  }

  @Test
  void makesNoCallOfAReplyThatWasCutOff() throws InterruptedException {
    RunState end =
        carryOn(
            "{'text': '(cut off)', 'calls': [{'tool': 'look'}, {'tool': 'look'}]}, {'text': 'done'}");

    assertThat(end.outcome()).contains(new Outcome.Completed("done"));
    assertThat(journal.events()).doesNotHaveAnyElementsOfTypes(ToolCallEvent.class);
    assertThat(model.requests().get(1).transcript().messages())
        .filteredOn(Message.ToolResult.class::isInstance)
        .hasSize(2)
        .allSatisfy(
            result ->
                assertThat(((Message.ToolResult) result).outcome())
                    .isInstanceOfSatisfying(
                        ToolOutcome.Failed.class,
                        failed -> {
                          assertThat(failed.failure().code()).isEqualTo("reply_cut_off");
                          assertThat(failed.failure().message()).contains("was cut off");
                        }));
  }

  @Test
  void endsThePhaseAfterTheFourthReplyInARowThatWasCutOff() throws InterruptedException {
    RunState end =
        carryOn(String.join(",", Collections.nCopies(49, "{'text': 'On and on (cut off)'}")));

    assertThat(end.outcome().orElseThrow())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> {
              assertThat(failed.failure().code()).isEqualTo("reply_cut_off");
              assertThat(failed.failure().message())
                  .contains("phase 'only'", "4 replies in a row", "maxOutputTokens");
            });
    // the simulated operator retries the run, which gives the phase all its attempts again
    assertThat(model.requests().size() % 4).isZero();
  }

  @Test
  void givesAPausedReplyBackAsItIs() throws InterruptedException {
    RunState end = carryOn("{'text': 'Searching (paused)'}, {'text': ' and found.'}");

    assertThat(end.outcome()).contains(new Outcome.Completed("Searching (paused) and found."));
    assertThat(model.requests().get(1).transcript().messages().getLast())
        .isEqualTo(new Message.Assistant("Searching (paused)", List.of()));
  }

  @Test
  void asksAgainAfterAnEmptyReplyAndPaysForIt() throws InterruptedException {
    RunState end = carryOn("{'text': ' '}");

    assertThat(end.outcome().orElseThrow())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> {
              assertThat(failed.failure().code()).isEqualTo("empty_reply");
              assertThat(failed.failure().message()).contains("neither a text nor a call");
            });
    assertThat(model.requests().size()).isGreaterThan(1);
    assertThat(journal.events())
        .filteredOn(ModelEvent.Unanswered.class::isInstance)
        .hasSize(model.requests().size());
    assertThat(journal.events()).doesNotHaveAnyElementsOfTypes(ModelEvent.Replied.class);
  }

  @Test
  void takesAnEmptyAnswerIfTheAgentMeansIt() throws InterruptedException {
    AgentDefinition agent =
        agent("{'text': ''}")
            .phases(
                new Phase(
                    "only",
                    new Template("go"),
                    List.of(),
                    true,
                    Limits.OF_A_PHASE,
                    true,
                    Optional.empty()))
            .build();

    assertThat(carryOn(agent).outcome()).contains(new Outcome.Completed(""));
    assertThat(model.requests()).hasSize(1);
  }

  private RunState carryOn(String turns) throws InterruptedException {
    return carryOn(agent(turns).phase("only", new Limits(50, Duration.ofDays(1)), "look").build());
  }

  private RunState carryOn(AgentDefinition agent) throws InterruptedException {
    var tools = new FakeTools();
    var operator = new SimulatedOperator(journal, tools, List.of());
    return new Engine(agent, journal, tools, operator, executor, model).carryToItsEnd();
  }

  private static Agents agent(String turns) {
    String script = "{'script': {'only': [%s]}}".formatted(turns).replace('\'', '"');
    return Agents.agent("clerk").model(new ModelChoice("scripted", "m", new JsonValue(script)));
  }
}
