package dev.reprise.execution.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.execution.budget.ModelCallEstimates.AgentModel;
import dev.reprise.execution.budget.ModelCallEstimates.Conversation;
import dev.reprise.model.price.PriceFixture;
import org.junit.jupiter.api.Test;

class ModelCallEstimatesTest {

  private static final AgentModel WITH =
      new AgentModel("clerk", new ModelId("scripted", "default"));
  private static final Conversation RUN = new Conversation("run/only", WITH);
  private static final Conversation OTHER = new Conversation("other/only", WITH);

  private final ModelCallEstimates estimates =
      new ModelCallEstimates(PriceFixture.scripted("10", "50"));

  @Test
  void beginsWithTheTranscriptAlone() {
    ModelCallEstimates.Expected first = estimates.of(RUN, 30_000);

    assertThat(first.usage()).isEqualTo(Usage.estimated(9_990, 1_000));
    assertThat(first.usd().orElseThrow()).isEqualByComparingTo("0.1499");
  }

  @Test
  void continuesFromWhatTheProviderCounted() {
    estimates.learn(RUN, 30_000, new Usage(7_000, 200));

    assertThat(estimates.of(RUN, 33_000).usage()).isEqualTo(Usage.estimated(7_999, 1_000));
  }

  /** Else one absurd report would hold up every later call of the agent. */
  @Test
  void learnsNothingFromNumbersThatCannotBe() {
    estimates.learn(RUN, 3_000, new Usage(4_999, Long.MAX_VALUE));
    estimates.learn(OTHER, 3_000, new Usage(Long.MAX_VALUE, 200));

    assertThat(estimates.of(RUN, 30_000).usage()).isEqualTo(Usage.estimated(9_990, 1_000));
  }

  @Test
  void knowsWhatComesOnTopOfTheTranscriptsOfAnAgent() {
    estimates.learn(RUN, 3_000, new Usage(4_999, 200)); // 999 of them for the transcript

    assertThat(estimates.of(OTHER, 6_000).usage().inputTokens()).isEqualTo(1_998 + 4_000);
    assertThat(estimates.of(RUN, 1_000).usage().inputTokens())
        .as("a transcript that has become shorter")
        .isEqualTo(333 + 4_000);
  }

  /** Of a language with a token for each two bytes. */
  @Test
  void measuresHowManyTokensTheBytesOfAnAgentsTranscriptsNeed() {
    for (int i = 1; i <= 20; i++) {
      estimates.learn(RUN, i * 2_000L, new Usage(500 + i * 1_000L, 200));
    }

    assertThat(estimates.of(RUN, 42_000).usage().inputTokens()).isBetween(21_480L, 21_500L);
    assertThat(estimates.of(OTHER, 10_000).usage().inputTokens())
        .as("another run of the agent")
        .isBetween(5_450L, 5_550L);
  }

  @Test
  void measuresNothingBySmallGrowth() {
    estimates.learn(RUN, 3_000, new Usage(999, 200));
    estimates.learn(RUN, 3_010, new Usage(1_999, 200));

    assertThat(estimates.of(RUN, 6_010).usage().inputTokens()).isEqualTo(1_999 + 999);
  }

  @Test
  void expectsRepliesAsLongAsTheLongestRecentOne() {
    estimates.learn(RUN, 3_000, new Usage(1_000, 8_000));
    assertThat(estimates.of(OTHER, 1).usage().outputTokens()).isEqualTo(8_000);

    for (int i = 0; i < 60; i++) {
      estimates.learn(RUN, 3_000, new Usage(1_000, 10));
    }
    assertThat(estimates.of(OTHER, 1).usage().outputTokens()).isEqualTo(1_000);
  }

  @Test
  void learnsNothingFromWhatWasOnlyExpected() {
    estimates.learn(RUN, 3_000, new Usage(4_000, 8_000, 0, 0, 8_000));

    assertThat(estimates.of(OTHER, 3_000).usage()).isEqualTo(Usage.estimated(999, 1_000));
  }

  @Test
  void hasNoAmountForAModelWithoutAPrice() {
    assertThat(new ModelCallEstimates(PriceFixture.unlisted()).of(RUN, 1).usd()).isEmpty();
  }
}
