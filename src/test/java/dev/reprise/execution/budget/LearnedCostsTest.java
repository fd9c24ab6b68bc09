package dev.reprise.execution.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.model.price.PriceFixture;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.policy.CallCosts;
import dev.reprise.tool.policy.ExpectedCost;
import java.math.BigDecimal;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** What a server has learnt of the costs of calls is known after its restart. */
@EachDatabase
class LearnedCostsTest {

  private static final ToolDeclaration INDEX =
      ToolDeclaration.named("index", EffectClass.ONCE).build();
  private static final ToolCall CALL = new ToolCall("c", "index", JsonValue.EMPTY_OBJECT);

  private final String tenant = "t" + UUID.randomUUID();
  private final ModelCallEstimates.Conversation conversation =
      new ModelCallEstimates.Conversation(
          "run/only",
          new ModelCallEstimates.AgentModel(
              "a" + UUID.randomUUID(), new ModelId("scripted", "default")));

  private static DataSource database() {
    return TestDatabases.current();
  }

  /** What a server has in memory, and how it keeps it. */
  private final class Server {
    private final ModelCallEstimates models =
        new ModelCallEstimates(PriceFixture.scripted("10", "50"));
    private final CallCosts tools = new CallCosts(ToolFixture.policy());
    private final LearnedCosts learnt = new LearnedCosts(models, tools, new Database(database()));

    private Server() throws Exception {
      learnt.restore();
    }

    private Usage expected() {
      return models.of(conversation, 6_000).usage();
    }
  }

  @Test
  void isKnownAfterARestart() throws Exception {
    var before = new Server();
    before.models.learn(conversation, 3_000, new Usage(4_999, 8_000));
    before.tools.learn(tenant, INDEX, CALL, new BigDecimal("0.7"));
    before.learnt.save();

    var after = new Server();

    assertThat(after.expected()).isEqualTo(Usage.estimated(1_998 + 4_000, 8_000));
    assertThat(after.tools.expected(tenant, INDEX, CALL))
        .contains(new ExpectedCost(new BigDecimal("0.7"), "USD"));
  }

  @Test
  void isWhatWasLearntLast() throws Exception {
    var before = new Server();
    before.models.learn(conversation, 3_000, new Usage(4_999, 8_000));
    before.learnt.save();
    before.models.learn(conversation, 3_000, new Usage(4_999, 9_000));
    before.learnt.save();

    assertThat(new Server().expected().outputTokens()).isEqualTo(9_000);
  }

  @Test
  void takesThePlaceOfNothingThatWasLearntSince() throws Exception {
    var one = new Server();
    one.models.learn(conversation, 3_000, new Usage(4_999, 8_000));
    one.learnt.save();

    var other = new Server();
    other.models.learn(conversation, 3_000, new Usage(4_999, 9_000));
    other.learnt.restore();

    assertThat(other.expected().outputTokens()).isEqualTo(9_000);
  }
}
