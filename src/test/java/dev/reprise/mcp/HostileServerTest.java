package dev.reprise.mcp;

import static dev.reprise.mcp.McpFixture.settings;
import static dev.reprise.mcp.McpFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reprise.agent.EffectClass;
import dev.reprise.mcp.ClientContext.Waits;
import dev.reprise.mcp.FakeServer.Manner;
import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.Fence;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.secret.WithheldTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever a server does, calls end, this server stays well, and other tools are not harmed. */
class HostileServerTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Whom a test waits out. */
  private static final Set<Manner> SILENT =
      EnumSet.of(Manner.NEVER_ANSWERS_A_CALL, Manner.HANGS_IN_A_CALL, Manner.READS_NO_MORE);

  private final Path directory;

  HostileServerTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private McpFixture server(Manner manner) {
    return server(manner, EffectClass.ONCE);
  }

  private McpFixture server(Manner manner, EffectClass effect) {
    return new McpFixture(hostile(manner, effect));
  }

  private McpServerSettings hostile(Manner manner, EffectClass effect) {
    return new McpServerSettings(
        "fake",
        FakeServer.endpoint(manner, directory),
        false,
        effect,
        Duration.ofSeconds(SILENT.contains(manner) ? 1 : 30),
        ToolDeclaration.RESULT_LIMIT,
        Map.of());
  }

  private List<String> noted(String file) throws IOException {
    Path path = directory.resolve(file);
    return Files.exists(path) ? Files.readAllLines(path) : List.of();
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "WELL",
        "CHATTERS_ON_ITS_OUTPUT",
        "ANSWERS_OTHERS",
        "FLOODS_ITS_ERRORS",
        "ASKS_BACK",
        "TELLS_PROGRESS_OF_NOTHING",
        "SAYS_WITHOUT_END_THAT_TOOLS_CHANGED"
      })
  void isCalledNormally(Manner manner) throws Exception {
    try (var mcp = server(manner).connected()) {
      assertThat(text(mcp.call("fake__do", Map.of()))).isEqualTo("done");
      assertThat(text(mcp.call("fake__do", Map.of()))).isEqualTo("done");
      assertThat(noted("started")).hasSize(1);
    }
  }

  @Test
  void isAskedForItsToolsAtMostOnceASecond() throws Exception {
    try (var mcp = server(Manner.SAYS_WITHOUT_END_THAT_TOOLS_CHANGED).connected()) {
      await().atMost(PATIENCE).until(() -> mcp.offers() >= 2); // a second is 50 ms here

      assertThat(mcp.offers()).isLessThan(20);
    }
  }

  /** The last notice is not lost: it comes while the tools are listed, or before they may be. */
  @Test
  void isAskedForItsToolsOnceMoreAfterItsLastNotice() throws Exception {
    var slow =
        new Waits(
            Waits.DEFAULT.forPing(),
            Duration.ofSeconds(2),
            Waits.DEFAULT.forConnection(),
            Waits.DEFAULT.betweenPolls());
    try (var mcp =
        new McpFixture(
                hostile(Manner.SAYS_WITH_EACH_LISTING_THAT_TOOLS_CHANGED, EffectClass.ONCE),
                ToolFixture.catalogue(List.of()),
                McpFixture.nothingKnownOf("fake"),
                Clock.systemUTC(),
                slow)
            .connected()) {
      Instant first = Instant.now();
      await().atMost(PATIENCE).until(() -> mcp.offers() == 3);

      assertThat(Duration.between(first, Instant.now())).isGreaterThan(Duration.ofSeconds(3));
      await()
          .during(Duration.ofSeconds(3))
          .atMost(PATIENCE)
          .until(() -> noted("heard").stream().filter("tools/list"::equals).count() == 3);
    }
  }

  @Test
  void isRefusedItsOwnRequests() throws Exception {
    try (var mcp = server(Manner.ASKS_BACK).connected()) {
      await().atMost(PATIENCE).until(() -> noted("other").size() >= 4);

      assertThat(noted("other")).allSatisfy(answer -> assertThat(answer).contains("-32601"));
      assertThat(mcp.server.state().status()).isEqualTo(McpServerState.Status.CONNECTED);
    }
  }

  @Test
  void countsOnlyItsFirstAnswer() throws Exception {
    try (var mcp = server(Manner.ANSWERS_TWICE).connected()) {
      assertThat(text(mcp.call("fake__do", Map.of()))).isEqualTo("first");
      assertThat(text(mcp.call("fake__do", Map.of()))).isEqualTo("first");
    }
  }

  @Test
  void failsWithAMessageForTheModel_ifItAnswersWithAnError() {
    try (var mcp = server(Manner.ANSWERS_WITH_AN_ERROR).connected()) {
      assertThatThrownBy(() -> mcp.call("fake__do", Map.of()))
          .isInstanceOf(ToolException.class)
          .hasMessage("mcp_tool_failed: MCP server fake answered: no such thing");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SENDS_TOO_LARGE_A_MESSAGE, STREAM_RESET, sent a message of more than 32 MiB, true",
    "NEVER_ANSWERS_A_CALL, TIMEOUT, did not answer within 1 s, false",
    "DIES_IN_A_CALL, STREAM_RESET, ended with code 137, true",
  })
  void leavesTheOutcomeOfACallUnknown(
      Manner manner, FailureClass kind, String reason, boolean startsAgain) throws Exception {
    try (var mcp = server(manner).connected()) {
      assertThatThrownBy(() -> mcp.call("fake__do", Map.of()))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessageContaining("fake__do")
          .hasMessageContaining(reason)
          .satisfies(e -> assertThat(FaultClassifier.of(e).kind()).isEqualTo(kind));

      assertThat(noted("call")).as("it is never called twice").hasSize(1);
      assertThat(noted("call"))
          .as("it learns no run's id from the token")
          .allSatisfy(
              call ->
                  assertThat(call)
                      .contains("\"progressToken\":\"external-1\"")
                      .contains("\"reprise.dev/fencingToken\":0")
                      .doesNotContain("run/phase"));
      if (startsAgain) {
        await().atMost(PATIENCE).until(() -> noted("started").size() == 2);
        mcp.connected();
      } else {
        assertThat(mcp.server.state().status()).isEqualTo(McpServerState.Status.CONNECTED);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ANSWERS_TOO_LARGE", "ANSWERS_TOO_LARGE_WITH_ITS_ID_LAST"})
  void tellsThatACallWasCarriedOut_ifItsAnswerIsTooLong(Manner manner) throws Exception {
    try (var mcp = server(manner).connected()) {
      assertThat(text(mcp.call("fake__do", Map.of())))
          .isEqualTo(
              "[the call was answered; the answer was left out, because it has more than 32 MiB]");
      assertThat(noted("started")).hasSize(1);
    }
  }

  @Test
  void namesWhatIsNestedTooDeep() throws Exception {
    try (var mcp = server(Manner.ANSWERS_NESTED_TOO_DEEP).connected()) {
      assertThat(text(mcp.call("fake__do", Map.of())))
          .matches("\\[a list of \\d,\\d{3} characters in place of content was left out]");
    }
  }

  @Test
  void isNotCalledForARunThatThisServerMayHaveLost() throws Exception {
    try (var mcp = server(Manner.WELL).connected()) {
      var request = mcp.request("fake__do", Map.of(), CallProgress.UNHEARD, closed());

      assertThatThrownBy(() -> mcp.tool("fake__do").call(request))
          .isInstanceOfSatisfying(
              FaultException.class,
              e -> assertThat(e.fault().kind()).isEqualTo(FailureClass.LEASE_UNCONFIRMED));
      assertThat(noted("call")).isEmpty();
    }
  }

  private static Fence closed() {
    return new Fence() {
      @Override
      public long token() {
        return 1;
      }

      @Override
      public void check() throws FaultException {
        throw new FaultException(new Fault(FailureClass.LEASE_UNCONFIRMED, "lost"));
      }
    };
  }

  @ParameterizedTest
  @CsvSource({"NEVER_ANSWERS_A_CALL, TIMEOUT", "DIES_IN_A_CALL, STREAM_RESET"})
  void failsACallThatOnlyReads(Manner manner, FailureClass kind) {
    try (var mcp = server(manner, EffectClass.READ_ONLY).connected()) {
      assertThatThrownBy(() -> mcp.call("fake__do", Map.of()))
          .isInstanceOfSatisfying(
              FaultException.class, e -> assertThat(e.fault().kind()).isEqualTo(kind));
    }
  }

  @Test
  void isToldThatTheCallerNoLongerWaits() throws Exception {
    try (var mcp = server(Manner.NEVER_ANSWERS_A_CALL).connected()) {
      assertThatThrownBy(() -> mcp.call("fake__do", Map.of()))
          .isInstanceOf(OutcomeUnknownException.class);

      await().atMost(PATIENCE).until(() -> !noted("cancelled").isEmpty());
      String id = noted("call").getFirst().replaceAll(".*\"id\":(\"[^\"]+\").*", "$1");
      assertThat(noted("cancelled").getFirst()).contains("\"requestId\":" + id);
    }
  }

  @Test
  void releasesAnInterruptedCallerAtOnce() throws Exception {
    var settings =
        new McpServerSettings(
            "fake",
            FakeServer.endpoint(Manner.NEVER_ANSWERS_A_CALL, directory),
            false,
            EffectClass.ONCE,
            Duration.ofMinutes(10),
            ToolDeclaration.RESULT_LIMIT,
            Map.of());
    try (var mcp = new McpFixture(settings).connected()) {
      var met = new CompletableFuture<Throwable>();
      var tool = mcp.tool("fake__do");
      var request = mcp.request("fake__do", Map.of(), CallProgress.UNHEARD);
      Thread caller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      tool.call(request);
                    } catch (Throwable e) {
                      met.complete(e);
                    }
                  });
      await().atMost(PATIENCE).until(() -> !noted("call").isEmpty());

      caller.interrupt();

      assertThat(met)
          .succeedsWithin(Duration.ofSeconds(2))
          .isInstanceOf(InterruptedException.class);
      await().atMost(PATIENCE).until(() -> !noted("cancelled").isEmpty());
    }
  }

  @Test
  void isStoppedIfItGivesNoSignOfLife() throws Exception {
    var impatient = McpFixture.waits(Duration.ofMillis(200), Waits.DEFAULT.betweenPolls());
    try (var mcp =
        new McpFixture(
                hostile(Manner.HANGS_IN_A_CALL, EffectClass.ONCE),
                ToolFixture.catalogue(List.of()),
                McpFixture.nothingKnownOf("fake"),
                Clock.systemUTC(),
                impatient)
            .connected()) {
      assertThatThrownBy(() -> mcp.call("fake__do", Map.of()))
          .isInstanceOf(OutcomeUnknownException.class);

      await().atMost(PATIENCE).until(() -> noted("started").size() == 2);
      assertThat(isAlive(noted("started").getFirst())).isFalse();
      mcp.connected();
    }
  }

  /** What it does not read fills the pipe, and then the writer waits, but no caller. */
  @Test
  void blocksNoCallerIfItReadsNothing() {
    try (var mcp = server(Manner.READS_NO_MORE).connected()) {
      var much = Map.<String, Object>of("text", "x".repeat(1_000_000));
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> mcp.call("fake__do", much))
            .isInstanceOfAny(OutcomeUnknownException.class, FaultException.class);
      }
    }
  }

  @Test
  void mayNotTakeAFreshTimeLimitForEachPageOfItsTools() {
    var seconds = new AtomicLong();
    InstantSource aSecondAtEachLook = () -> Instant.ofEpochSecond(seconds.incrementAndGet());

    try (var mcp =
        new McpFixture(
                hostile(Manner.LISTS_WITHOUT_END, EffectClass.ONCE),
                ToolFixture.catalogue(List.of()),
                McpFixture.nothingKnownOf("fake"),
                aSecondAtEachLook.withZone(ZoneOffset.UTC))
            .until(McpServerState.Status.AWAY)) {
      assertThat(mcp.server.state().detail()).contains("does not list all its tools within 30 s");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DIES_AT_ONCE, ended with code 3",
    "FLOODS_ITS_OUTPUT, sends lines that are no messages",
    "LISTS_WITHOUT_END, 'lists more than 1000 tools, or on more than 100 pages'",
    "LISTS_WHAT_IS_NO_LIST, lists tools in what is no list",
    "SPEAKS_AN_UNKNOWN_VERSION, speaks version '1999-12-31' of the protocol",
  })
  void isUnavailable_andRetried(Manner manner, String reason) throws Exception {
    try (var mcp = server(manner).until(McpServerState.Status.AWAY)) {
      assertThat(mcp.server.state().detail()).contains(reason);
      assertThat(mcp.tools()).isEmpty();
      await().atMost(PATIENCE).until(() -> noted("started").size() >= 2);
    }
  }

  @Test
  void isUnavailableIfItsProgramDoesNotExist() {
    var endpoint = McpFixture.process(List.of("/no/such/program"));
    try (var mcp = new McpFixture(settings("fake", endpoint)).until(McpServerState.Status.AWAY)) {
      assertThat(mcp.server.state().detail()).contains("cannot be started", "/no/such/program");
    }
  }

  @Test
  void failsAtOnceWhileUnavailable_andKeepsItsKnownTools() throws Exception {
    try (var mcp =
        new McpFixture(
                hostile(Manner.WELL, EffectClass.ONCE),
                ToolFixture.catalogue(List.of()),
                McpFixture.nothingKnownOf("fake"),
                Clock.systemUTC(),
                McpFixture.waits(Duration.ofMillis(200)))
            .connected()) {
      Files.createFile(directory.resolve("broken"));
      ProcessHandle.of(Long.parseLong(noted("started").getFirst())).orElseThrow().destroyForcibly();
      mcp.until(McpServerState.Status.AWAY);

      assertThatThrownBy(() -> mcp.call("fake__do", Map.of()))
          .isInstanceOfSatisfying(
              FaultException.class,
              e -> assertThat(e.fault().kind()).isEqualTo(FailureClass.CONNECTION))
          .hasMessageContaining("MCP server fake is not connected");
      assertThat(mcp.tools()).containsOnlyKeys("fake__do");
      assertThat(noted("call")).isEmpty();
    }
  }

  @Test
  void offersNoneOfSeveralToolsThatWouldShareAName() {
    try (var mcp = server(Manner.HAS_TOOLS_OF_ONE_NAME).connected()) {
      assertThat(mcp.tools()).containsOnlyKeys("fake__do");
    }
  }

  /** What one tool is like is no reason to lose another. */
  @Test
  void offersNoInvalidTool_andSaysWhy() {
    try (var mcp = server(Manner.HAS_TOOLS_THAT_ARE_NONE).connected()) {
      assertThat(mcp.tools()).containsOnlyKeys("fake__do");
      assertThat(mcp.server.state().leftOut())
          .extracting(LeftOutTool::tool)
          .contains("", "no_schema", "schema_true", "schema_text", "endless", "large", "pattern");
      assertThat(mcp.server.state().leftOut())
          .contains(
              new LeftOutTool("schema_true", "its schema is true, but must be an object"),
              new LeftOutTool("no_schema", "it has no schema"))
          .extracting(LeftOutTool::reason)
          .noneMatch(reason -> reason.contains("Exception") || reason.contains("com.fasterxml"));
    }
  }

  @Test
  void tellsThoseWhoGrantAToolThatCannotBeUsedWhy() {
    var catalogue = ToolFixture.catalogue(List.of());
    var settings = hostile(Manner.HAS_TOOLS_THAT_ARE_NONE, EffectClass.ONCE);
    try (var mcp = new McpFixture(settings, catalogue).connected()) {
      assertThat(mcp.tools()).isNotEmpty();
      assertThat(catalogue.withheld().get("fake__schema_true"))
          .extracting(WithheldTool::why)
          .isEqualTo(
              "the tool 'fake__schema_true' of MCP server 'fake' is not offered: its schema is true,"
                  + " but must be an object");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LISTS_WITH_AN_EMPTY_CURSOR_AT_THE_END, 2, fake__a",
    "LISTS_WITH_AN_EMPTY_CURSOR_BETWEEN, 3, fake__a fake__b fake__c",
    "LISTS_WITH_A_CURSOR_THAT_REPEATS, 2, fake__a",
    "LISTS_WITH_AN_EMPTY_CURSOR_THAT_IT_REFUSES, 2, fake__a"
  })
  void listsItsToolsInPages(Manner manner, int listings, String tools) throws Exception {
    try (var mcp = server(manner).connected()) {
      assertThat(mcp.tools()).containsOnlyKeys(tools.split(" "));

      await()
          .during(Duration.ofMillis(500))
          .atMost(PATIENCE)
          .until(() -> noted("started").size() == 1);
      assertThat(noted("heard")).filteredOn("tools/list"::equals).hasSize(listings);
    }
  }

  @Test
  void isStoppedWithAllProcessesThatItStarted() throws Exception {
    try (var mcp = server(Manner.LEAVES_A_CHILD).connected()) {
      assertThat(isAlive(noted("child").getFirst())).isTrue();
      assertThat(mcp.tools()).isNotEmpty();
    }

    await().atMost(PATIENCE).until(() -> !isAlive(noted("child").getFirst()));
    assertThat(isAlive(noted("started").getFirst())).isFalse();
  }

  private static boolean isAlive(String pid) {
    return ProcessHandle.of(Long.parseLong(pid)).filter(ProcessHandle::isAlive).isPresent();
  }
}
