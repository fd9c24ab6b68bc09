package dev.reprise.model.cassette;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.message.Transcript;
import dev.reprise.fixture.TestConfig;
import dev.reprise.model.ChatModel;
import dev.reprise.model.InvalidModelOptionsException;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.OfferedTool;
import dev.reprise.model.cassette.CassetteSettings.Mode;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.platform.redaction.RedactionRules;
import dev.reprise.platform.redaction.RedactionRules.Secret;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls are recorded once and replayed without the provider that replied. */
class RecordedModelTest {

  private static final JsonValue PROOF = new JsonValue("{\"n\":2.50}");
  private static final ToolCall CALL =
      new ToolCall("c1", "look", new JsonValue("{\"at\":[1E+2]}"), Optional.of(PROOF));
  private static final ModelReply ELOQUENT =
      new ModelReply(
          List.of(
              new Block.Reasoning("hm 😀", Optional.of(PROOF)),
              new Block.Text("I look.\nThen I see."),
              new Block.Image("https://pictures.example/1.png", "image/png"),
              new Block.Other("parrot", new JsonValue("[null]")),
              new Block.Call(CALL)),
          new Usage(9, 4, 3, 2),
          Optional.of(new JsonValue("\"msg_1\"")));

  private final Path directory;

  RecordedModelTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void replaysTheWholeReply() throws Exception {
    recording(ELOQUENT).reply(request("go"));

    assertThat(replaying().reply(request("go"))).isEqualTo(ELOQUENT);
    assertThat(lines()).hasSize(1).first().asString().doesNotContain("dev.reprise");
  }

  @Test
  void replaysTheFailureOfTheSameAttempt() throws Exception {
    var met =
        new ModelException(
            new Failure("told_to_wait", "slow down"),
            new Fault(FailureClass.RATE_LIMITED, "slow down", Optional.of(Duration.ofSeconds(7))));
    RecordedModel recording =
        recording(
            new Parrot() {
              @Override
              public ModelReply reply(ModelRequest request) throws ModelException {
                if (request.attempt() == 1) {
                  throw met;
                }
                return ELOQUENT;
              }
            });
    refused(recording, attempt(1));
    recording.reply(attempt(2));

    ModelException again = refused(replaying(), attempt(1));

    assertThat(again.failure()).isEqualTo(met.failure());
    assertThat(again.fault()).isEqualTo(met.fault());
    assertThat(replaying().reply(attempt(2))).isEqualTo(ELOQUENT);
  }

  @Test
  void sendsTheRecordedProviderTheSameRequestAsWithoutACassette() throws Exception {
    var asked = new ArrayList<ModelRequest>();
    RecordedModel recording =
        recording(
            new Parrot() {
              @Override
              public ModelReply reply(ModelRequest request) {
                asked.add(request);
                return ELOQUENT;
              }
            });

    recording.reply(request("go"));

    ModelRequest given = request("go");
    assertThat(asked)
        .containsExactly(
            new ModelRequest(
                new ModelChoice("parrot", "grey", new JsonValue("{\"heat\":1.5}")),
                given.systemPrompt(),
                given.phase(),
                given.iteration(),
                given.attempt(),
                given.purpose(),
                given.transcript(),
                given.tools()));
  }

  @Test
  void namesTheDifferencesOfACallThatWasNotRecorded() throws Exception {
    recording(ELOQUENT).reply(request("go"));

    assertThat(missed(request("stop")))
        .isEqualTo(
            "cassette 'tides' has no call for phase 'look', iteration 1, attempt 1: the recorded call"
                + " differs in messages[0]");
    assertThat(missed(request("go", "Be rude.", 1)))
        .endsWith("the recorded call differs in systemPrompt");
    assertThat(missed(request("stop", "Be rude.", 2)))
        .endsWith("the recorded call differs in attempt, systemPrompt, messages[0]");
    assertThat(missed(at("other", 1))).endsWith("none of its 1 calls is for that step");
    assertThat(missed(at("look", 2))).endsWith("none of its 1 calls is for that step");
    assertThat(missed(with(Optional.of("stranger")))).endsWith("differs in model");
    assertThat(missed(with(Optional.empty()))).endsWith("differs in tools[0]");
  }

  @Test
  void isNeitherRetriedNorReplacedByAFallbackAfterAMiss() {
    ModelException miss = refused(replaying(), request("go"));

    assertThat(miss.failure().code()).isEqualTo("cassette_miss");
    assertThat(miss.failure().message()).contains("there is no cassette 'tides'");
    assertThat(miss.fault().kind()).isEqualTo(FailureClass.INVALID_REQUEST);
  }

  @Test
  void comparesOnlyPhaseAndIterationIfMatchingIsLenient() throws Exception {
    recording(ELOQUENT).reply(request("go"));
    recording(reply("second")).reply(at("look", 2));

    assertThat(replaying().reply(lenient(request("stop")))).isEqualTo(ELOQUENT);
    assertThat(replaying().reply(lenient(attempt(3)))).isEqualTo(ELOQUENT);
    assertThat(replaying().reply(lenient(at("look", 2))).text()).isEqualTo("second");
    assertThat(refused(replaying(), lenient(at("look", 3))).failure().code())
        .isEqualTo("cassette_miss");
  }

  @Test
  void keepsSummariesApartFromAnswers() throws Exception {
    recording(ELOQUENT).reply(request("go"));

    assertThat(missed(lenient(summary()))).contains("attempt 1, summary: none of its 1 calls");
  }

  @Test
  void replaysTheNewestOfTwoEqualCalls() throws Exception {
    recording(reply("lost in a crash")).reply(request("go"));
    recording(reply("kept")).reply(request("go"));

    assertThat(replaying().reply(request("go")).text()).isEqualTo("kept");
  }

  @Test
  void skipsAPartialLineAndRecordsInItsPlace() throws Exception {
    recording(ELOQUENT).reply(request("go"));
    String whole = Files.readString(file());
    Files.writeString(file(), "{\"version\":1,".repeat(2000), StandardOpenOption.APPEND);

    assertThat(replaying().reply(request("go"))).isEqualTo(ELOQUENT);
    recording(reply("second")).reply(at("look", 2));

    assertThat(Files.readString(file())).startsWith(whole);
    assertThat(lines()).hasSize(2);
    assertThat(replaying().reply(at("look", 2)).text()).isEqualTo("second");
  }

  @Test
  void recordsAfterASinglePartialLine() throws Exception {
    Files.writeString(file(), "{\"ver");

    recording(ELOQUENT).reply(request("go"));

    assertThat(replaying().reply(request("go"))).isEqualTo(ELOQUENT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"version\":1} | line 1 of cassette 'tides' is no recorded call",
        "nothing | line 1 of cassette 'tides' is no recorded call",
        "{\"version\":2} | line 1 of cassette 'tides' has version 2, and this server reads 1",
      })
  void namesTheLineThatIsNotACall(String line, String message) throws IOException {
    Files.writeString(file(), line + "\n");

    assertThat(refused(replaying(), request("go")).failure())
        .isEqualTo(new Failure("cassette_broken", message));
  }

  @Test
  void storesNoSecretAndStillMatchesTheCall() throws Exception {
    var rules = new RedactionRules(List.of(new Secret("key", "s3cr3t-word")), List.of(), List.of());
    var redaction = new Redaction(rules);
    var secret = new JsonValue("{\"x\":\"s3cr3t-word\"}");
    var said =
        new ModelReply(
            List.of(
                new Block.Reasoning("say s3cr3t-word", Optional.of(secret)),
                new Block.Text("it is s3cr3t-word"),
                new Block.Other("parrot", secret),
                new Block.Call(new ToolCall("c", "look", secret, Optional.of(secret)))),
            Usage.NONE,
            Optional.of(secret));
    model(Mode.RECORD, redaction, new Saying(said)).reply(request("go", "open s3cr3t-word", 1));

    assertThat(Files.readString(file())).doesNotContain("s3cr3t").contains("[redacted:key]");
    assertThat(model(Mode.REPLAY, redaction).reply(request("go", "open s3cr3t-word", 1)).text())
        .isEqualTo("it is [redacted:key]");
  }

  @Test
  void storesNoSecretOfAFailure() {
    var rules = new RedactionRules(List.of(new Secret("key", "s3cr3t-word")), List.of(), List.of());
    var redaction = new Redaction(rules);
    RecordedModel recording =
        model(
            Mode.RECORD,
            redaction,
            new Parrot() {
              @Override
              public ModelReply reply(ModelRequest request) throws ModelException {
                throw new ModelException(new Failure("no_key", "s3cr3t-word is no key"));
              }
            });

    assertThat(refused(recording, request("go")).failure().message()).contains("s3cr3t");
    assertThat(refused(model(Mode.REPLAY, redaction), request("go")).failure().message())
        .isEqualTo("[redacted:key] is no key");
  }

  @Test
  void recordsAndReplaysManyCallsAtOnce() throws Exception {
    RecordedModel recording = recording(ELOQUENT);
    RecordedModel replaying = replaying();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<ModelReply>> calls = new ArrayList<>();
      List<Callable<ModelReply>> again = new ArrayList<>();
      for (int i = 1; i <= 40; i++) {
        ModelRequest request = at("look", i);
        calls.add(() -> recording.reply(request));
        again.add(() -> replaying.reply(request));
      }
      for (Future<ModelReply> call : threads.invokeAll(calls)) {
        call.get();
      }

      assertThat(lines()).hasSize(40);
      for (Future<ModelReply> call : threads.invokeAll(again)) {
        assertThat(call.get()).isEqualTo(ELOQUENT);
      }
    }
  }

  @Test
  void reportsThatACallCouldNotBeRecorded() throws IOException {
    Files.createDirectory(file());

    ModelException why = refused(recording(ELOQUENT), request("go"));

    assertThat(why.failure().code()).isEqualTo("cassette_not_written");
    assertThat(why.mayBeCharged()).isTrue(); // the reply is lost, but it was made
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'cassette':'../x','of':{'provider':'p'}} | cassette | lower-case letters",
        "{'of':{'provider':'p'}} | cassette | lower-case letters",
        "{'cassette':'x'} | of | must be an object",
        "{'cassette':'x','of':{}} | of.provider | is missing",
        "{'cassette':'x','of':{'provider':'recorded'}} | of.provider | another provider",
        "{'cassette':'x','of':{'provider':'p','name':5}} | of.name | a text",
        "{'cassette':'x','of':{'provider':'p','fallbacks':[]}} | of.fallbacks | not allowed",
        "{'cassette':'x','of':{'provider':'p'},'matching':'loose'} | matching | strict or lenient",
        "{'cassette':'x','of':{'provider':'p'},'mode':'record'} | mode | cassette, matching, of",
      })
  void namesTheProblemOfItsOptions(String options, String path, String message) {
    var wrong =
        catchThrowableOfType(
            InvalidModelOptionsException.class, () -> replaying().check(options(options)));

    assertThat(wrong.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path()).isEqualTo(path);
              assertThat(problem.message()).contains(message);
            });
  }

  @Test
  void needsTheRecordedProviderOnlyToRecord() {
    String gone = "{'cassette':'x','of':{'provider':'gone'}}";
    String odd = "{'cassette':'x','of':{'provider':'parrot','heat':9}}";

    replaying().check(options(gone));
    assertThatThrownBy(() -> recording(ELOQUENT).check(options(gone)))
        .hasMessage("of.provider: there is no provider 'gone' here; there are parrot");
    assertThatThrownBy(() -> recording(ELOQUENT).check(options(odd)))
        .hasMessage("of.heat: is too hot");
  }

  @Test
  void cannotBeUsedWithoutADirectory() {
    var none =
        new RecordedModel(
            new CassetteSettings(TestConfig.empty()),
            RecordedModelTest::noModels,
            Redaction.none());

    assertThatThrownBy(() -> none.check(options("{'cassette':'x','of':{'provider':'p'}}")))
        .hasMessageContaining("reprise.cassettes.dir is not set");
    assertThat(refused(none, request("go")).failure().code()).isEqualTo("no_cassettes");
  }

  @Test
  void stopsTheStartOnInvalidSettings() {
    Path nowhere = directory.resolve("nowhere");

    assertThatThrownBy(
            () -> new CassetteSettings(TestConfig.of("reprise.cassettes.dir", nowhere.toString())))
        .hasMessage("reprise.cassettes.dir must be a directory, not " + nowhere);
    assertThatThrownBy(
            () -> new CassetteSettings(TestConfig.of("reprise.cassettes.mode", "record")))
        .hasMessageContaining("reprise.cassettes.mode is record");
    assertThatThrownBy(() -> new CassetteSettings(TestConfig.of("reprise.cassettes.mode", "play")))
        .hasMessageStartingWith("reprise.cassettes.mode must be record or replay, not 'play'");
  }

  private static ChatModels noModels() {
    return new ChatModels(List.of());
  }

  private RecordedModel recording(ModelReply reply) {
    return recording(new Saying(reply));
  }

  private RecordedModel recording(ChatModel parrot) {
    return model(Mode.RECORD, Redaction.none(), parrot);
  }

  /** A server without the provider whose calls were recorded. */
  private RecordedModel replaying() {
    return model(Mode.REPLAY, Redaction.none());
  }

  private RecordedModel model(Mode mode, Redaction redaction, ChatModel... models) {
    return new RecordedModel(
        new CassetteSettings(
            TestConfig.of(
                Map.of(
                    "reprise.cassettes.dir", directory.toString(),
                    "reprise.cassettes.mode", mode.name()))),
        () -> new ChatModels(List.of(models)),
        redaction);
  }

  private String missed(ModelRequest request) {
    Failure failure = refused(replaying(), request).failure();
    assertThat(failure.code()).isEqualTo("cassette_miss");
    return failure.message();
  }

  private static ModelException refused(RecordedModel model, ModelRequest request) {
    return catchThrowableOfType(ModelException.class, () -> model.reply(request));
  }

  private Path file() {
    return directory.resolve("tides.jsonl");
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(file());
  }

  private static ModelReply reply(String text) {
    return new ModelReply(text, List.of(), new Usage(1, 1));
  }

  private static ChatModel.ModelOptions options(String text) {
    return new ChatModel.ModelOptions(new JsonValue(text.replace('\'', '"')), List.of("look"));
  }

  private static ModelRequest request(String prompt) {
    return request(prompt, "Be kind.", 1);
  }

  private static ModelRequest attempt(int attempt) {
    return request("go", "Be kind.", attempt);
  }

  private static ModelRequest request(String prompt, String systemPrompt, int attempt) {
    return request(choice("parrot", "strict"), systemPrompt, "look", 1, attempt, prompt, TOOLS);
  }

  private static ModelRequest at(String phase, int iteration) {
    return request(choice("parrot", "strict"), "Be kind.", phase, iteration, 1, "go", TOOLS);
  }

  /** The usual call, with another model or without tools. */
  private static ModelRequest with(Optional<String> provider) {
    return request(
        choice(provider.orElse("parrot"), "strict"),
        "Be kind.",
        "look",
        1,
        1,
        "go",
        provider.isPresent() ? TOOLS : List.of());
  }

  private static ModelRequest lenient(ModelRequest it) {
    return new ModelRequest(
        choice("parrot", "lenient"),
        it.systemPrompt(),
        it.phase(),
        it.iteration(),
        it.attempt(),
        it.purpose(),
        it.transcript(),
        it.tools());
  }

  private static ModelRequest summary() {
    ModelRequest it = request("go");
    return new ModelRequest(
        it.model(),
        it.systemPrompt(),
        it.phase(),
        it.iteration(),
        it.attempt(),
        ModelRequest.Purpose.SUMMARY,
        it.transcript(),
        it.tools());
  }

  private static final List<OfferedTool> TOOLS =
      List.of(new OfferedTool("look", "Looks.", new JsonValue("{\"type\":\"object\"}")));

  private static ModelRequest request(
      ModelChoice model,
      String systemPrompt,
      String phase,
      int iteration,
      int attempt,
      String prompt,
      List<OfferedTool> tools) {
    return new ModelRequest(
        model,
        systemPrompt,
        phase,
        iteration,
        attempt,
        ModelRequest.Purpose.ANSWER,
        new Transcript(
            List.of(
                new Message.User(prompt),
                new Message.Assistant("", List.of(CALL)),
                new Message.ToolResult(CALL, ToolOutcome.failed("no_eyes", "it cannot see")))),
        tools);
  }

  private static ModelChoice choice(String provider, String matching) {
    String options =
        "{'cassette':'tides','matching':'%s','of':{'provider':'%s','name':'grey','heat':1.50}}"
            .formatted(matching, provider)
            .replace('\'', '"');
    return new ModelChoice("recorded", "default", new JsonValue(options));
  }

  private abstract static class Parrot implements ChatModel {
    @Override
    public String provider() {
      return "parrot";
    }

    @Override
    public void check(ModelOptions options) {
      if (options.options().text().contains("9")) {
        throw new InvalidModelOptionsException("heat", "is too hot");
      }
    }
  }

  private static final class Saying extends Parrot {
    private final ModelReply reply;

    Saying(ModelReply reply) {
      this.reply = reply;
    }

    @Override
    public ModelReply reply(ModelRequest request) {
      return reply;
    }
  }
}
