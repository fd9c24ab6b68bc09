package dev.reprise.tool.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.ToolGrant;
import dev.reprise.resilience.RetryOverride;
import dev.reprise.tool.ToolDeclaration;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever an agent grants a tool, and whatever the rules are: it gets no more than without. */
class GrantNarrowsTest {

  private static final List<String> SECRETS = List.of("a-key", "b-key", "other");

  @Property
  void neverWidensAnything(
      @ForAll("rules") List<ToolRule> rules,
      @ForAll("grants") ToolGrant grant,
      @ForAll("tools") ToolDeclaration tool) {
    var policy = new ToolPolicy(rules);

    EffectiveToolPolicy whole = policy.effective(tool, ToolGrant.WHOLE);
    EffectiveToolPolicy narrowed = policy.effective(tool, grant);

    assertThat(narrowed.timeout()).isLessThanOrEqualTo(whole.timeout());
    assertThat(narrowed.approval()).as("still asks").isLessThanOrEqualTo(whole.approval());
    for (String secret : SECRETS) {
      assertThat(whole.secrets().include(secret) || !narrowed.secrets().include(secret)).isTrue();
    }
    assertThat(narrowed.concurrency()).isEqualTo(whole.concurrency());
    assertThat(narrowed.resultLimit()).isEqualTo(whole.resultLimit());
    assertThat(narrowed.retry()).isEqualTo(whole.retry());
  }

  @Provide
  Arbitrary<List<ToolRule>> rules() {
    Arbitrary<ToolRuleSettings> rulings =
        Combinators.combine(
                Arbitraries.of(RetryOverride.NEVER, RetryOverride.NONE).optional(),
                Arbitraries.of(ApprovalRule.class).optional(),
                Arbitraries.integers().between(1, 9).optional(),
                times().optional(),
                names("a-key", "*-key", "*").optional(),
                Arbitraries.integers().between(1024, 99_999).optional())
            .as(
                (retry, asks, most, time, secrets, limit) ->
                    new ToolRuleSettings(
                        retry,
                        new ToolRuleSettings.Approvals(asks, Optional.empty()),
                        most,
                        time,
                        secrets,
                        limit,
                        Optional.empty(),
                        ToolRuleSettings.Users.ANY));
    return Combinators.combine(
            Arbitraries.of("look", "l*", "none").optional(),
            Arbitraries.of(true, false).optional(),
            rulings)
        .as(
            (name, dangerous, says) ->
                new ToolRule(name, dangerous, Optional.empty(), Set.of(), says))
        .list()
        .ofMaxSize(4);
  }

  @Provide
  Arbitrary<ToolGrant> grants() {
    return Combinators.combine(
            names("host"),
            names(SECRETS.toArray(String[]::new)).optional(),
            times().optional(),
            Arbitraries.of(true, false))
        .as(ToolGrant::new);
  }

  @Provide
  Arbitrary<ToolDeclaration> tools() {
    return Combinators.combine(
            Arbitraries.of("web", "workspace"),
            Arbitraries.of("external", "read"),
            Arbitraries.of(true, false))
        .as(
            (category, tag, dangerous) ->
                EffectiveToolPolicyTest.tool("look", category, tag, dangerous));
  }

  private static Arbitrary<Set<String>> names(String... names) {
    return Arbitraries.of(names).set();
  }

  private static Arbitrary<Duration> times() {
    return Arbitraries.integers().between(1, 90).map(Duration::ofSeconds);
  }
}
