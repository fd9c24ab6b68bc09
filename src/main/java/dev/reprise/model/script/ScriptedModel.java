package dev.reprise.model.script;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.Template;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.model.ChatModel;
import dev.reprise.model.InvalidModelOptionsException;
import dev.reprise.model.InvalidModelOptionsException.Problem;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Replies from a script in the agent's document. So a whole agent with its prompts, tools,
 * approvals and failures can be run and tested without a network, a key and surprises.
 *
 * <pre>{@code
 * model:
 *   provider: scripted
 *   script:
 *     survey:                     # a phase
 *       - text: I count first.    # turn 1: calls, optionally with a text
 *         calls:
 *           - {id: count, tool: count_lines, arguments: {path: "."}}
 *       - delay: PT0.5S           # turn 2 takes half a second and thinks aloud
 *         reasoning: That was quick.
 *         text: "Asked: {{prompt}}. Found: {{calls.count}}"
 *     risky:
 *       - fail: {code: overloaded, message: the model is busy, times: 2, retryAfter: PT1S}
 *         text: Here I am again.    # asked for the third time
 *       - fail: {code: no_idea, message: I give up}
 *     judge:
 *       - choose:                   # by what the prompt contains
 *           - {when: "overdue", text: "Call them."}
 *           - {text: "Nothing to do."}
 * }</pre>
 *
 * <p>A {@code fail} with the code of a {@link FailureClass} is a failure of that class, which
 * decides whether the call is retried. With any other code it is a refusal, which is no evidence
 * against the provider's health. With {@code times} this number of attempts fails, and the next one
 * gives the text or the calls of the same turn.
 *
 * <p>A turn is exactly one of {@code text} (the answer), {@code calls}, {@code fail} or {@code
 * choose}, which lists turns of the other kinds. The first counts whose {@code when} is part of the
 * prompt; the last has no {@code when}. Each of the others may have a {@code delay} of at most five
 * minutes, and all but {@code fail} a {@code reasoning}: what the model thinks before, which is
 * recorded but not part of the answer. The last turn of a phase must not be {@code calls}. A call
 * without an id is {@code t2c1}: the first call of the second turn.
 *
 * <p>Texts, reasoning, and strings anywhere in arguments may refer to {@code prompt} (the phase's
 * first user message), {@code calls.<id>} (the result or failure of an earlier call of the phase)
 * and {@code calls.<id>/json/pointer} (a part of a JSON result). An argument that is exactly one
 * reference to a JSON number or boolean becomes that number or boolean. A value is never read as a
 * template.
 *
 * <p>The request's iteration selects the turn, so the model has no state, and a run that resumes on
 * another server gets the next reply. A summary takes no turn: it is one fixed sentence. References
 * to messages that a summary replaced are no longer possible.
 */
@ApplicationScoped
public class ScriptedModel implements ChatModel {

  private static final int CHARACTERS_PER_TOKEN = 4;
  private static final String SUMMARY = "The script went as written.";

  private final Pause pause;

  /** Replies with the script's delays in real time. */
  public ScriptedModel() {
    this(Thread::sleep);
  }

  ScriptedModel(Pause pause) {
    this.pause = pause;
  }

  @Override
  public String provider() {
    return "scripted";
  }

  @Override
  public void check(ModelOptions options) {
    JsonNode tree = Json.read(options.options().text());
    String phases = options.phases().stream().limit(50).collect(Collectors.joining(", "));
    List<Problem> problems = new ArrayList<>();
    for (String phase : options.phases()) {
      if (!tree.path("script").has(phase)) {
        problems.add(new Problem("script." + phase, "is missing; every phase must have turns"));
      }
    }
    tree.path("script")
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!options.phases().isEmpty() && !options.phases().contains(name)) {
                problems.add(
                    new Problem("script." + name, "must be a phase; the phases are " + phases));
              }
            });
    try {
      new ScriptReader().read(tree);
    } catch (InvalidModelOptionsException e) {
      problems.addAll(e.problems());
    }
    if (!problems.isEmpty()) {
      throw new InvalidModelOptionsException(problems);
    }
  }

  /**
   * Returns the next turn. The usage is an estimate: one token for every four characters read or
   * written, rounded up.
   *
   * @throws ModelException if the turn is a {@code fail}; {@code script_exhausted} if there is no
   *     further turn; {@code script_reference} if a JSON pointer finds nothing in the result;
   *     {@code invalid_script} if the script cannot be read
   */
  @Override
  public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
    if (request.purpose() == ModelRequest.Purpose.SUMMARY) {
      return replied(request, Block.of(SUMMARY, List.of()));
    }
    ReplyScript.Turn turn =
        switch (due(request)) {
          case ReplyScript.Chooses chooses ->
              chooses.turnFor(new ScriptTemplates(request).prompt());
          case ReplyScript.Turn other -> other;
        };
    pause.pause(turn.delay());
    return reply(request, turn);
  }

  private static ModelReply reply(ModelRequest request, ReplyScript.Turn turn)
      throws ModelException {
    var filling = new ScriptTemplates(request);
    return switch (turn) {
      case ReplyScript.Answer answer ->
          replied(request, said(filling, answer.reasoning(), answer.text(), List.of()));
      case ReplyScript.Asks asks ->
          replied(request, said(filling, asks.reasoning(), asks.text(), asks.calls()));
      case ReplyScript.Fails fails -> {
        if (fails.then().isEmpty() || request.attempt() <= fails.times()) {
          throw new ModelException(fails.failure(), fails.fault());
        }
        yield reply(request, fails.then().get());
      }
      case ReplyScript.Chooses chooses -> reply(request, chooses.turnFor(filling.prompt()));
    };
  }

  private static ReplyScript.Turn due(ModelRequest request) throws ModelException {
    ReplyScript script;
    try {
      script = new ScriptReader().read(Json.read(request.model().options().text()));
    } catch (IllegalArgumentException e) {
      throw ReplyScript.wrong(new Failure("invalid_script", String.valueOf(e.getMessage())));
    }
    List<ReplyScript.Turn> turns = script.phases().getOrDefault(request.phase(), List.of());
    if (request.iteration() > turns.size()) {
      throw ReplyScript.wrong(
          new Failure(
              "script_exhausted",
              "phase '%s' asks for turn %d, and its script has %d"
                  .formatted(request.phase(), request.iteration(), turns.size())));
    }
    return turns.get(request.iteration() - 1);
  }

  private static List<Block> said(
      ScriptTemplates filling,
      Optional<Template> reasoning,
      Template text,
      List<ReplyScript.Call> scripted)
      throws ModelException {
    List<Block> blocks = new ArrayList<>();
    if (reasoning.isPresent()) {
      blocks.add(new Block.Reasoning(filling.text(reasoning.get())));
    }
    List<ToolCall> calls = new ArrayList<>();
    for (ReplyScript.Call call : scripted) {
      calls.add(new ToolCall(call.id(), call.tool(), filling.arguments(call.arguments())));
    }
    blocks.addAll(Block.of(filling.text(text), calls));
    return blocks;
  }

  private static ModelReply replied(ModelRequest request, List<Block> blocks) {
    long read = request.systemPrompt().length();
    for (Message message : request.transcript().messages()) {
      read += ScriptTemplates.textOf(message).length();
    }
    long written = blocks.stream().mapToLong(ScriptedModel::length).sum();
    return new ModelReply(blocks, new Usage(tokens(read), tokens(written)), Optional.empty());
  }

  private static long length(Block block) {
    return switch (block) {
      case Block.Text(String text) -> text.length();
      case Block.Reasoning reasoning -> reasoning.text().length();
      case Block.Call(ToolCall call) -> call.tool().length() + call.arguments().text().length();
      case Block.Image ignored -> 0;
      case Block.Other ignored -> 0;
    };
  }

  private static long tokens(long characters) {
    return Math.ceilDiv(characters, CHARACTERS_PER_TOKEN);
  }

  /** Waits for the simulated latency. */
  @FunctionalInterface
  interface Pause {
    void pause(Duration delay) throws InterruptedException;
  }
}
