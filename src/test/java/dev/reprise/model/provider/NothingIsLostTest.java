package dev.reprise.model.provider;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.message.Transcript;
import dev.reprise.model.AnthropicWire;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OllamaWire;
import dev.reprise.model.OpenAiWire;
import dev.reprise.model.StubProvider;
import dev.reprise.model.StubWire;
import dev.reprise.model.Told;
import dev.reprise.model.catalogue.ProviderProtocols;
import dev.reprise.platform.Json;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The whole transcript reaches the provider, and everything it said reaches it again. */
class NothingIsLostTest {

  private static final int TRIES = 100;

  @Property(tries = TRIES)
  void openAiReceivesTheWholeTranscript(
      @ForAll("transcripts") List<Message> messages, @ForAll boolean streamed) throws Exception {
    assertThat(Told.inMessages(request(ProviderKind.OPENAI, new OpenAiWire(streamed), messages)))
        .isEqualTo(Told.in(messages, true));
  }

  @Property(tries = TRIES)
  void ollamaReceivesTheWholeTranscript(
      @ForAll("transcripts") List<Message> messages, @ForAll boolean streamed) throws Exception {
    assertThat(Told.inMessages(request(ProviderKind.OLLAMA, new OllamaWire(streamed), messages)))
        .isEqualTo(Told.in(messages, true));
  }

  @Property(tries = TRIES)
  void anthropicReceivesTheWholeTranscriptInOrder(
      @ForAll("transcripts") List<Message> messages, @ForAll boolean streamed) throws Exception {
    assertThat(
            Told.inBlocks(request(ProviderKind.ANTHROPIC, new AnthropicWire(streamed), messages)))
        .isEqualTo(Told.in(messages, false));
  }

  @Property(tries = TRIES)
  void openAiGetsItsReplyBack(@ForAll("flatReplies") List<Block> said, @ForAll boolean streamed)
      throws Exception {
    assertThat(Told.inMessages(toldAgain(ProviderKind.OPENAI, new OpenAiWire(streamed), said)))
        .isEqualTo(Told.in(List.of(assistant(said)), true));
  }

  @Property(tries = TRIES)
  void ollamaGetsItsReplyBack(@ForAll("flatReplies") List<Block> said, @ForAll boolean streamed)
      throws Exception {
    assertThat(Told.inMessages(toldAgain(ProviderKind.OLLAMA, new OllamaWire(streamed), said)))
        .isEqualTo(Told.in(List.of(assistant(said)), true));
  }

  @Property(tries = TRIES)
  void anthropicGetsItsReplyBackInOrder(
      @ForAll("blockReplies") List<Block> said, @ForAll boolean streamed) throws Exception {
    assertThat(Told.inBlocks(toldAgain(ProviderKind.ANTHROPIC, new AnthropicWire(streamed), said)))
        .isEqualTo(Told.in(List.of(assistant(said)), false));
  }

  private static Message.Assistant assistant(List<Block> said) {
    return new Message.Assistant(said, Optional.empty());
  }

  private static JsonNode request(ProviderKind kind, StubWire wire, List<Message> messages)
      throws Exception {
    try (var stub = StubProvider.start().then(wire.says("yes"))) {
      ask(kind, wire, stub, messages);
      return Json.read(stub.requests().getFirst().body());
    }
  }

  /** Lets a provider reply, and returns its next request. */
  private static JsonNode toldAgain(ProviderKind kind, StubWire wire, List<Block> said)
      throws Exception {
    try (var stub = StubProvider.start().then(wire.says(said), wire.says("yes"))) {
      ModelReply reply = ask(kind, wire, stub, List.of(new Message.User("")));
      ask(kind, wire, stub, List.of(new Message.Assistant(reply.blocks(), reply.metadata())));
      return Json.read(stub.requests().getLast().body());
    }
  }

  private static ModelReply ask(
      ProviderKind kind, StubWire wire, StubProvider stub, List<Message> messages)
      throws Exception {
    var settings =
        new ProviderSettings(
            "acme",
            kind,
            stub.url(""),
            Optional.empty(),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            1024 * 1024,
            wire.streamed());
    return ProviderProtocols.chatModel(settings, Clock.systemUTC())
        .reply(
            new ModelRequest(
                new ModelChoice(
                    "acme",
                    "stub-1",
                    new JsonValue(
                        kind == ProviderKind.ANTHROPIC ? "{\"promptCache\":false}" : "{}")),
                "",
                "only",
                1,
                1,
                ModelRequest.Purpose.ANSWER,
                new Transcript(messages),
                List.of()));
  }

  @Provide
  Arbitrary<List<Message>> transcripts() {
    Arbitrary<Message> user =
        texts()
            .list()
            .ofMinSize(1)
            .ofMaxSize(3)
            .map(it -> new Message.User(blocks(it), Optional.empty()));
    return Combinators.combine(user, turns().list().ofMaxSize(4))
        .as(
            (first, turns) ->
                Stream.concat(Stream.of(first), turns.stream().flatMap(List::stream)).toList());
  }

  private static List<Block> blocks(List<String> texts) {
    return List.copyOf(texts.stream().map(Block.Text::new).toList());
  }

  /** A reply with the results of its calls, in some cases followed by a message of the user. */
  private static Arbitrary<List<Message>> turns() {
    Arbitrary<Block> said = Arbitraries.oneOf(texts().map(Block.Text::new), calls());
    return Combinators.combine(
            said.list().ofMinSize(1).ofMaxSize(5),
            outcomes().list().ofSize(5),
            texts(),
            Arbitraries.of(true, false))
        .as(
            (blocks, outcomes, text, steered) -> {
              var reply = assistant(numbered(blocks));
              List<Message> turn = new ArrayList<>(List.of(reply));
              for (int i = 0; i < reply.calls().size(); i++) {
                turn.add(new Message.ToolResult(reply.calls().get(i), outcomes.get(i)));
              }
              if (steered) {
                turn.add(new Message.User(text));
              }
              return turn;
            });
  }

  private static List<Block> numbered(List<Block> blocks) {
    List<Block> numbered = new ArrayList<>();
    for (Block block : blocks) {
      numbered.add(
          block instanceof Block.Call(ToolCall call)
              ? new Block.Call(
                  new ToolCall("call_" + numbered.size(), call.tool(), call.arguments()))
              : block);
    }
    return numbered;
  }

  private static Arbitrary<ToolOutcome> outcomes() {
    return Arbitraries.oneOf(
        texts().map(ToolOutcome.Succeeded::new),
        texts().map(text -> ToolOutcome.failed("io_error", text)));
  }

  @Provide
  Arbitrary<List<Block>> flatReplies() {
    return Combinators.combine(
            texts().map(Block.Reasoning::new).list().ofMaxSize(1),
            texts().map(Block.Text::new).list().ofMaxSize(1),
            calls("1.5").list().ofMaxSize(4))
        .as(
            (thoughts, texts, calls) ->
                numbered(Stream.of(thoughts, texts, calls).<Block>flatMap(List::stream).toList()));
  }

  @Provide
  Arbitrary<List<Block>> blockReplies() {
    Arbitrary<Block> block =
        Arbitraries.oneOf(
            texts().map(Block.Text::new),
            calls(),
            Combinators.combine(Arbitraries.oneOf(texts(), Arbitraries.just("")), texts())
                .as((text, signature) -> thought(text, "signature", signature)),
            texts().map(data -> thought("", "data", data)),
            texts()
                .map(
                    text ->
                        new Block.Other(
                            "acme",
                            new JsonValue(
                                Json.write(
                                    object("query", text).put("type", "server_tool_use"))))));
    return block.list().ofMinSize(1).ofMaxSize(8).map(NothingIsLostTest::numbered);
  }

  private static Block thought(String text, String proof, String value) {
    return new Block.Reasoning(text, Optional.of(new JsonValue(Json.write(object(proof, value)))));
  }

  private static ObjectNode object(String name, String value) {
    return JsonNodeFactory.instance.objectNode().put(name, value);
  }

  private static Arbitrary<Block> calls() {
    return calls("1.50");
  }

  /**
   * @param decimal the number that comes back: LangChain4j reads Ollama's numbers as doubles
   */
  private static Arbitrary<Block> calls(String decimal) {
    Arbitrary<String> numbers =
        Arbitraries.of(
            "0", "-1", decimal, "12345678901234567890", "true", "null", "[1,{\"a\":[]}]");
    return Combinators.combine(texts(), texts(), numbers, Arbitraries.of("read_file", "search"))
        .as(
            (name, text, number, tool) -> {
              ObjectNode arguments = object("text " + name, text);
              arguments.set("number", Json.read(number));
              return new Block.Call(
                  new ToolCall("any", tool, new JsonValue(Json.write(arguments))));
            });
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.strings()
        .ofMinLength(1)
        .ofMaxLength(12)
        .filter(text -> text.chars().noneMatch(it -> Character.isSurrogate((char) it)))
        .filter(text -> !text.startsWith("failed: "));
  }
}
