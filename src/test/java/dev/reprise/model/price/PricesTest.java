package dev.reprise.model.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.TotalCost;
import dev.reprise.agent.Usage;
import dev.reprise.fixture.EachMemberCounts;
import dev.reprise.fixture.TestConfig;
import dev.reprise.platform.document.DocumentSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cost of calls. */
class PricesTest {

  private static final LocalDate DAY = LocalDate.of(2026, 10, 24);
  private static final ModelId SONNET = new ModelId("anthropic", "claude-sonnet-5-5");
  private static final ModelId HAIKU = new ModelId("anthropic", "claude-haiku-5-5");
  private static final String ENTRY =
      "{provider: acme, model: large, input: 3, output: 15, date: 2026-01-02, source: 'https://x'}";

  @Test
  void chargesEachKindOfTokenItsOwnPrice() {
    var usage = new Usage(1_000_000, 100_000, 600_000, 300_000);

    // 0.1 million uncached at 2, 0.6 read at 0.10, 0.3 written at 2.50, 0.1 out at 10
    assertThat(cost(SONNET, usage)).isEqualTo(new Cost(new BigDecimal("2.01"), "USD", DAY));
  }

  @Test
  void roundsNothing() {
    assertThat(cost(HAIKU, new Usage(1, 0, 1, 0)).amount()).isEqualTo(new BigDecimal("0.00000001"));
  }

  @Test
  void chargesTheHigherPriceOfLongRequests() {
    assertThat(cost(HAIKU, new Usage(100_000, 0)).amount()).isEqualTo(new BigDecimal("0.01"));
    assertThat(cost(HAIKU, new Usage(100_001, 0)).amount()).isEqualTo(new BigDecimal("0.0500005"));
  }

  @Test
  void doesNotKnowTheCostOfAModelWithoutAPrice() {
    var usage = new Usage(1, 1);

    assertThat(Prices.builtIn().costOf(new ModelId("anthropic", "claude-next"), usage)).isEmpty();
    assertThat(Prices.builtIn().costOf(new ModelId("other", SONNET.name()), usage)).isEmpty();
  }

  /** So that limits of dollars do not hold up trials of agents. */
  @Test
  void knowsThatScriptedRepliesCostNothing() {
    assertThat(cost(new ModelId("scripted", "default"), new Usage(1_000, 1_000)).amount()).isZero();
    assertThat(cost(new ModelId("recorded", "default"), new Usage(1_000, 1_000)).amount()).isZero();
  }

  /** Whatever the operator calls the provider. */
  @Test
  void takesThePricesOfTheKindOfAProvider() {
    var usage = new Usage(1_000_000, 0);
    Prices prices =
        new Prices(
            TestConfig.of(
                Map.of(
                    "reprise.models", "claude,there,proxy",
                    "reprise.models.claude.kind", "anthropic",
                    "reprise.models.there.kind", "anthropic",
                    "reprise.models.there.base-url", "https://API.anthropic.com/v1/",
                    "reprise.models.proxy.kind", "anthropic",
                    "reprise.models.proxy.base-url", "https://proxy.example.org/v1")));

    assertThat(prices.costOf(new ModelId("claude", SONNET.name()), usage))
        .isEqualTo(prices.costOf(SONNET, usage))
        .isPresent();
    assertThat(prices.costOf(new ModelId("there", SONNET.name()), usage)).isPresent();
    assertThat(prices.costOf(new ModelId("claude", "gpt-6.2-sol"), usage)).isEmpty();
    assertThat(prices.costOf(new ModelId("proxy", SONNET.name()), usage))
        .as("may ask for another price")
        .isEmpty();
  }

  @Test
  void takesAProviderOnThisMachineForTheOperatorsOwn() {
    Prices prices =
        new Prices(
            TestConfig.of(
                Map.of(
                    "reprise.models", "vllm,far",
                    "reprise.models.vllm.kind", "openai",
                    "reprise.models.vllm.base-url", "http://127.0.0.1:8000/v1",
                    "reprise.models.far.kind", "openai",
                    "reprise.models.far.base-url", "https://models.example.org/v1")));

    assertThat(prices.mayCharge("vllm")).isFalse();
    assertThat(prices.mayCharge("far")).isTrue();
    assertThat(prices.mayCharge("scripted")).isFalse();
  }

  @Test
  void prefersThePricesUnderTheNameOfTheProvider(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("prices.yaml");
    Files.writeString(
        file,
        """
        - {provider: anthropic, model: claude-sonnet-5-5, input: 7, output: 0,
           date: 2026-11-01, source: "https://example.org/our-contract"}
        - {provider: claude, model: claude-sonnet-5-5, input: 5, output: 0,
           date: 2026-11-01, source: "https://example.org/our-contract"}
        """);
    var prices =
        new Prices(
            TestConfig.of(
                Map.of(
                    "reprise.prices.file", file.toString(),
                    "reprise.models", "claude",
                    "reprise.models.claude.kind", "anthropic")));

    assertThat(prices.costOf(new ModelId("claude", SONNET.name()), new Usage(1_000_000, 0)))
        .hasValueSatisfying(cost -> assertThat(cost.amount()).isEqualByComparingTo("5"));
  }

  @Test
  void doesNotKnowTheCostOfACallWithoutUsage() {
    assertThat(Prices.builtIn().costOf(SONNET, Usage.NONE)).isEmpty();
  }

  @Test
  void prefersTheOperatorsPrices(@TempDir Path directory) {
    Prices prices =
        prices(
            directory,
            """
            - {provider: anthropic, model: claude-sonnet-5-5, input: 1.50, output: 0,
               date: 2026-11-01, source: "https://example.org/our-contract"}
            - {provider: local, model: "*", input: 0, output: 0,
               date: 2026-11-01, source: "http://wiki/machines"}
            """);

    assertThat(prices.costOf(SONNET, new Usage(1_000_000, 7, 500_000, 0)))
        .as("cached tokens cost as much as others where nothing is said")
        .contains(new Cost(new BigDecimal("1.5"), "USD", LocalDate.of(2026, 11, 1)));
    assertThat(prices.costOf(new ModelId("local", "any"), new Usage(5, 5)).orElseThrow().amount())
        .isZero();
    assertThat(prices.costOf(HAIKU, new Usage(1, 1))).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "provider: acme | provider: ' ' | prices[0].provider must be a text of 1 to 256",
        "model: large | model: 'a*b' | prices[0].model must be a name, or the beginning of names",
        "input: 3 | input: -3 | prices[0].input must be a number of dollars per million tokens, from 0",
        "input: 3 | input: '3' | prices[0].input must be a number",
        "input: 3 | input: .nan | line 1, column",
        "input: 3 | input: 1000001 | from 0 to 1000000",
        "output: 15 | output: 0.0000001 | prices[0].output must be a number of dollars",
        "output: 15, | `` | prices[0].output must be a number",
        "output: 15 | output: 15, cacheRead: x | prices[0].cacheRead must be a number",
        "output: 15 | output: 15, currency: EUR | prices[0].currency is not allowed here",
        "output: 15 | output: 15, maxInputTokens: 0 | prices[0].maxInputTokens must be a whole number",
        "date: 2026-01-02 | date: yesterday | prices[0].date must be the day of the price",
        "source: 'https://x' | source: hearsay | prices[0].source must be the http(s) address",
        ", source: 'https://x' | `` | prices[0].source must be a text",
        "{provider | [{provider | line 1, column",
      })
  void namesTheProblemOfAPriceAndItsPlace(
      String good, String bad, String message, @TempDir Path directory) {
    assertThat(ENTRY).contains(good);
    assertThatThrownBy(() -> prices(directory, "- " + ENTRY.replace(good, bad)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("reprise.prices.file: " + directory)
        .hasMessageContaining(message);
  }

  @Test
  void readsEachMemberOfTheSchema(@TempDir Path directory) {
    EachMemberCounts.check(
        DocumentSchema.PRICES, text -> PriceFile.read(file(directory, text)), Set.of());
  }

  @Test
  void refusesAFileThatIsNotAListOrTooLarge(@TempDir Path directory) {
    for (String text : List.of("5", "", ENTRY, ("- " + ENTRY + "\n").repeat(1001))) {
      assertThatThrownBy(() -> prices(directory, text))
          .hasMessageContaining("the whole must be a list of at most 1000 prices");
    }
    assertThatThrownBy(() -> prices(directory, "#".repeat(256 * 1024 + 1)))
        .hasMessageContaining("at most 256 KiB");
    assertThatThrownBy(
            () ->
                new Prices(
                    TestConfig.of("reprise.prices.file", directory.resolve("nowhere").toString())))
        .hasMessageContaining("cannot be read");
  }

  @Property
  void theCostOfASumIsTheSumOfTheCosts(
      @ForAll("prices") Price price, @ForAll("usages") Usage one, @ForAll("usages") Usage other) {
    TotalCost apart =
        TotalCost.NONE.plus(Optional.of(price.of(one))).plus(Optional.of(price.of(other)));

    assertThat(TotalCost.NONE.plus(Optional.of(price.of(one.plus(other))))).isEqualTo(apart);
    assertThat(apart.amount()).isNotNegative();
    assertThat(apart.unknownCalls()).isZero();
  }

  @Provide
  Arbitrary<Usage> usages() {
    Arbitrary<Long> tokens = Arbitraries.longs().between(0, 1_000_000_000_000L);
    return Combinators.combine(tokens, tokens, tokens, tokens)
        .as((plain, out, read, write) -> new Usage(plain + read + write, out, read, write));
  }

  @Provide
  Arbitrary<Price> prices() {
    Arbitrary<BigDecimal> amount =
        Arbitraries.bigDecimals().between(BigDecimal.ZERO, new BigDecimal(1_000_000)).ofScale(6);
    return Combinators.combine(amount, amount, amount, amount)
        .as(
            (input, output, read, write) ->
                new Price("p", "*", Optional.empty(), input, output, read, write, DAY));
  }

  private static Cost cost(ModelId model, Usage usage) {
    return Prices.builtIn().costOf(model, usage).orElseThrow();
  }

  private static Prices prices(Path directory, String text) {
    return new Prices(TestConfig.of("reprise.prices.file", file(directory, text).toString()));
  }

  private static Path file(Path directory, String text) {
    try {
      return Files.writeString(directory.resolve("prices.yaml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
