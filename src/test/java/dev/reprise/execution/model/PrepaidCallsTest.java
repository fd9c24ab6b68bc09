package dev.reprise.execution.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Block;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.execution.Engine;
import dev.reprise.execution.tool.EngineBench;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.batch.PrepaidReply;
import dev.reprise.model.catalogue.BatchModels;
import dev.reprise.model.catalogue.ConfiguredModels;
import dev.reprise.model.price.Prices;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.queue.inbox.PrepaidReplies;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A run that a batch of its provider has answered pays for no call of its own. */
class PrepaidCallsTest {

  private static final String MODEL = "claude-sonnet-5-5";
  private static final Usage USAGE = new Usage(1_000, 200);
  private static final ModelReply REPLY =
      new ModelReply(
          List.of(new Block.Text("from the batch")),
          USAGE,
          Optional.of(new JsonValue("{\"id\":\"msg_1\"}")));

  private final PrepaidReplies replies =
      new PrepaidReplies(
          new Database(TestDatabases.derby()), new TextEncryption(KeySource.of(KeyRing.EMPTY)));
  private final CountingModel model = new CountingModel();

  @AfterEach
  void forget() throws SQLException {
    JdbcTransaction.with(
        TestDatabases.derby(),
        statements -> statements.update("DELETE FROM prepaid_reply WHERE run_id = ?", Engine.RUN));
  }

  @Test
  void takesTheReplyOfTheBatchAtItsPrice() throws Exception {
    prepay(MODEL);

    ModelEvent.Replied replied = replied(work(agent(List.of())));

    assertThat(model.calls).isZero();
    assertThat(replied.blocks()).isEqualTo(REPLY.blocks());
    assertThat(replied.usage()).isEqualTo(USAGE);
    assertThat(replied.metadata()).isEqualTo(REPLY.metadata());
    assertThat(replied.cost())
        .isEqualTo(
            Prices.builtIn()
                .costOf(choice().id(), USAGE)
                .map(cost -> cost.times(new BigDecimal("0.5"))))
        .isPresent();
  }

  @Test
  void callsTheModelIfTheBatchHasNoReply() throws Exception {
    assertThat(replied(work(agent(List.of()))).cost())
        .usingValueComparator(Comparator.comparing(Cost::amount))
        .contains(Prices.builtIn().costOf(choice().id(), USAGE).orElseThrow());
    assertThat(model.calls).isEqualTo(1);
  }

  @Test
  void takesNoReplyOfAnotherModel() throws Exception {
    prepay("claude-opus-5");

    work(agent(List.of()));

    assertThat(model.calls).isEqualTo(1);
  }

  @Test
  void takesNoReplyForAnAgentWithTools() throws Exception {
    prepay(MODEL);

    work(agent(List.of("ask_user")));

    assertThat(model.calls).isEqualTo(1);
  }

  private void prepay(String name) {
    var paid = new PrepaidReply(name, REPLY, new BigDecimal("0.5"));
    replies.putAll(Map.of(Engine.RUN, paid.toJson()));
  }

  private List<RunEvent> work(AgentDefinition agent) throws InterruptedException {
    var configured =
        new ConfiguredModels(
            TestConfig.of(
                Map.of(
                    "reprise.models", "anthropic", "reprise.models.anthropic.kind", "anthropic")),
            Clock.systemUTC());
    var prepaid = new PrepaidCalls(new BatchModels(configured.batchModels()), replies);
    try (var bench = new EngineBench(model, prepaid)) {
      return bench.work(agent);
    }
  }

  private static ModelEvent.Replied replied(List<RunEvent> events) {
    return events.stream()
        .filter(ModelEvent.Replied.class::isInstance)
        .map(ModelEvent.Replied.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static AgentDefinition agent(List<String> tools) {
    return Agents.agent("reader")
        .model(choice())
        .phase("read", tools.toArray(String[]::new))
        .build();
  }

  private static ModelChoice choice() {
    return new ModelChoice("anthropic", MODEL, JsonValue.EMPTY_OBJECT);
  }

  /** Answers each call itself. */
  private static final class CountingModel implements ChatModel {

    private int calls;

    @Override
    public String provider() {
      return "anthropic";
    }

    @Override
    public void check(ModelOptions options) {}

    @Override
    public ModelReply reply(ModelRequest request) {
      calls++;
      return new ModelReply("from a call", List.of(), USAGE);
    }
  }
}
