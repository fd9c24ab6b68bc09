package dev.reprise.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.agent.budget.LimitCrossing.Kind;
import dev.reprise.budget.DayLimit.Unit;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of every database for limits that many runs share. */
@EachDatabase
class DayBudgetsTest {

  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-01-01T12:00:00Z"), ZoneOffset.UTC);
  private static final Clock NEXT_DAY =
      Clock.fixed(Instant.parse("2026-01-02T00:00:00Z"), ZoneOffset.UTC);

  private static final ScheduleLimits NO_SCHEDULES = tenant -> Map.of();

  private final String tenant = UUID.randomUUID().toString();

  private static DataSource database() {
    return TestDatabases.current();
  }

  @Test
  void allowsWhatFitsIntoTheDay() {
    DayBudgets server = server(NOON, "1.00");

    server.settle(server.reserve(spender("clerk"), usd("0.60")), usd("0.60"));
    LimitCrossing crossed = reserve(server, "0.41").orElseThrow();

    assertThat(crossed.kind()).isEqualTo(Kind.TENANT_DAY_USD);
    assertThat(crossed.limit()).isEqualByComparingTo("1");
    assertThat(crossed.spent()).isBetween(new BigDecimal("0.60"), BigDecimal.ONE);
    assertThat(crossed.until()).contains(Instant.parse("2026-01-02T00:00:00Z"));
    assertThat(reserve(server, "0.40")).as("to the last cent").isEmpty();
    assertThat(reserve(server(NEXT_DAY, "1.00"), "1.00")).as("the next day").isEmpty();
  }

  @Test
  void countsWhatACallDidCostAndNotWhatWasExpected() {
    DayBudgets server = server(NOON, "1.00");
    DayBudgets.Reservation call = server.reserve(spender("clerk"), usd("0.90"));
    server.settle(call, usd("0.10"));

    assertThat(reserve(server, "0.90")).isEmpty();
    assertThat(reserve(server, "0.01")).isPresent();
  }

  /** Otherwise runs that want to call at the same moment would all wait for the next day. */
  @Test
  void isTriedAgainSoonWhileOtherCallsAreUnderWay() {
    DayBudgets server = server(NOON, "1.00");
    DayBudgets.Reservation call = server.reserve(spender("clerk"), usd("0.90"));

    assertThat(reserve(server, "0.20").flatMap(LimitCrossing::until))
        .contains(Instant.parse("2026-01-01T12:00:15Z"));
    server.settle(call, usd("0.90"));
    assertThat(reserve(server, "0.20").flatMap(LimitCrossing::until))
        .contains(Instant.parse("2026-01-02T00:00:00Z"));
  }

  @Test
  void takesMoreAfterACallThatCostTooMuch() {
    DayBudgets server = server(NOON, "1.00");
    server.settle(server.reserve(spender("clerk"), usd("0.10")), usd("0.70"));

    assertThat(reserve(server, "0.31")).isPresent();
    assertThat(reserve(server, "0.30")).isEmpty();
  }

  @Test
  void showsWhatIsTakenOfEachLimitOfTheTenant() throws SQLException {
    DayBudgets server =
        server(
            Unit.USD,
            new UnitLimits(
                Optional.of(new BigDecimal("1.00")),
                Map.of("others", BigDecimal.TEN),
                Map.of("clerk", new BigDecimal("0.50"))));
    assertThat(reserve(server, "0.20")).isEmpty();

    List<DayBudget> budgets = server.ofToday(tenant);

    assertThat(budgets)
        .extracting(it -> it.limit().scope())
        .containsExactly(DayLimit.Scope.ofTenant(tenant), DayLimit.Scope.ofAgent(tenant, "clerk"));
    assertThat(budgets)
        .allSatisfy(
            it -> assertThat(it.taken()).isBetween(new BigDecimal("0.20"), new BigDecimal("0.21")))
        .allSatisfy(it -> assertThat(it.limit().until()).isEqualTo("2026-01-02T00:00:00Z"));
    assertThat(server.ofToday("others").getFirst().taken()).isZero();
  }

  @Test
  void isSharedByTheServers() {
    DayBudgets one = server(NOON, "1.00");
    DayBudgets other = server(NOON, "1.00");

    assertThat(reserve(one, "0.50")).isEmpty();
    assertThat(reserve(other, "0.50")).isEmpty();
    assertThat(reserve(one, "0.01")).isPresent();
    assertThat(reserve(other, "0.01")).isPresent();
  }

  @Test
  void getsBackWhatAServerHadLeftAtItsEnd() {
    DayBudgets one = server(NOON, "1.00");
    one.settle(one.reserve(spender("clerk"), usd("0.80")), usd("0.05"));
    DayBudgets other = server(NOON, "1.00");
    assertThat(reserve(other, "0.90")).isPresent();

    one.giveBack();

    assertThat(reserve(other, "0.95")).isEmpty();
  }

  @Test
  void holdsUpACallOfUnknownCost() {
    DayBudgets server = server(NOON, "1.00");
    server.settle(server.reserve(spender("clerk"), usd("0.70")), usd("0.70"));

    LimitCrossing crossed =
        server
            .reserve(spender("clerk"), CallAmounts.ofModel(Optional.empty(), 0))
            .crossed()
            .orElseThrow();

    assertThat(crossed.needed()).isEmpty();
    assertThat(crossed.spent()).isBetween(new BigDecimal("0.70"), new BigDecimal("0.71"));
  }

  @Test
  void keepsTheLimitOfAnAgentInEachTenant() {
    DayBudgets server =
        server(
            Unit.USD,
            new UnitLimits(
                Optional.of(new BigDecimal("5")),
                Map.of(),
                Map.of("clerk", new BigDecimal("0.20"))));

    assertThat(reserve(server, "0.20")).isEmpty();
    assertThat(reserve(server, "0.01").map(LimitCrossing::kind)).contains(Kind.AGENT_DAY_USD);
    assertThat(server.reserve(spender("other"), usd("1")).crossed()).isEmpty();
    assertThat(
            server
                .reserve(
                    new Spender(UUID.randomUUID().toString(), "clerk", Optional.empty()),
                    usd("0.20"))
                .crossed())
        .isEmpty();
  }

  @Test
  void keepsTheLimitOfASchedule() {
    ScheduleLimits limits = of -> Map.of("nightly", new BigDecimal("0.20"));
    var server = new DayBudgets(DayBudgetSettings.NONE, limits, new Database(database()), NOON);
    var nightly = new Spender(tenant, "clerk", Optional.of("nightly"));

    assertThat(server.reserve(nightly, usd("0.20")).crossed()).isEmpty();
    assertThat(server.reserve(nightly, usd("0.01")).crossed().map(LimitCrossing::kind))
        .contains(Kind.SCHEDULE_DAY_USD);
    assertThat(server.reserve(spender("clerk"), usd("1")).crossed()).isEmpty();
    assertThat(
            server.reserve(new Spender(tenant, "clerk", Optional.of("weekly")), usd("1")).crossed())
        .isEmpty();
  }

  @Test
  void makesNoCallOfAScheduleWhoseLimitCannotBeRead() {
    ScheduleLimits broken =
        of -> {
          throw new DatabaseException(new SQLException("the database is away, says the test"));
        };
    var server = new DayBudgets(DayBudgetSettings.NONE, broken, new Database(database()), NOON);

    LimitCrossing crossed =
        server
            .reserve(new Spender(tenant, "clerk", Optional.of("nightly")), usd("0.01"))
            .crossed()
            .orElseThrow();

    assertThat(crossed.until()).as("tried again").contains(NOON.instant().plusSeconds(60));
    assertThat(reserve(server, "0.01")).as("without a schedule").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "USD,         TENANT_DAY_USD,         AGENT_DAY_USD",
    "TOKENS,      TENANT_DAY_TOKENS,      AGENT_DAY_TOKENS",
    "MODEL_CALLS, TENANT_DAY_MODEL_CALLS, AGENT_DAY_MODEL_CALLS",
    "TOOL_CALLS,  TENANT_DAY_TOOL_CALLS,  AGENT_DAY_TOOL_CALLS"
  })
  void limitsEachUnit(Unit unit, Kind ofTenant, Kind ofAgent) {
    var limits =
        new UnitLimits(
            Optional.of(BigDecimal.TEN), Map.of(), Map.of("clerk", BigDecimal.valueOf(7)));
    DayBudgets server = server(unit, limits);

    server.settle(server.reserve(spender("clerk"), some(unit, 6)), some(unit, 5));
    LimitCrossing crossed = reserve(server, some(unit, 3)).orElseThrow();
    assertThat(crossed.kind()).isEqualTo(ofAgent);
    assertThat(crossed.limit()).isEqualByComparingTo("7");
    assertThat(crossed.spent()).isBetween(BigDecimal.valueOf(5), BigDecimal.valueOf(6));
    assertThat(crossed.needed().orElseThrow()).isEqualByComparingTo("3");
    assertThat(reserve(server, some(unit, 2))).as("all that is left").isEmpty();

    assertThat(server.reserve(spender("other"), some(unit, 4)).crossed().map(LimitCrossing::kind))
        .contains(ofTenant);
    assertThat(server.reserve(spender("other"), some(unit, 3)).crossed()).isEmpty();
  }

  @Test
  void looksAtNoLimitOfWhichACallNeedsNothing() {
    DayBudgets server = server(Unit.TOKENS, UnitLimits.ofAll(BigDecimal.TEN));
    CallAmounts expected = CallAmounts.ofModel(Optional.empty(), 10);

    DayBudgets.Reservation call = server.reserve(spender("clerk"), expected);
    assertThat(call.crossed()).as("without a price, as nothing limits dollars").isEmpty();
    server.settle(call, CallAmounts.ofModel(Optional.empty(), 25));

    assertThat(reserve(server, CallAmounts.ofModel(Optional.empty(), 1))).isPresent();
    assertThat(reserve(server, CallAmounts.ofTools(1, BigDecimal.ONE)))
        .as("a tool, though models have read more than the limit")
        .isEmpty();
  }

  @Test
  void reservesNothingOfOtherLimitsForACallThatOneDoesNotAllow() {
    DayBudgets server =
        server(
            NOON,
            Map.of(
                Unit.TOKENS, UnitLimits.ofAll(BigDecimal.TEN),
                Unit.MODEL_CALLS, UnitLimits.ofAll(BigDecimal.ONE)));
    DayBudgets.Reservation call =
        server.reserve(spender("clerk"), CallAmounts.ofModel(Optional.empty(), 4));

    assertThat(reserve(server, CallAmounts.ofModel(Optional.empty(), 6)).map(LimitCrossing::kind))
        .contains(Kind.TENANT_DAY_MODEL_CALLS);
    server.settle(call, CallAmounts.NONE);

    assertThat(reserve(server, CallAmounts.ofModel(Optional.empty(), 10))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"USD, 250, 2.500000", "TOKENS, 250, 2", "MODEL_CALLS, 50, 1", "TOOL_CALLS, 99, 1"})
  void takesAHundredthAtATimeAndWholeCalls(Unit unit, BigDecimal limit, BigDecimal taken)
      throws SQLException {
    DayBudgets server = server(unit, UnitLimits.ofAll(limit));

    assertThat(reserve(server, some(unit, 1))).isEmpty();

    assertThat(server.ofToday(tenant).getFirst().taken()).isEqualTo(taken);
  }

  /** 64 runs at once on two servers, each of which is killed from time to time. */
  @Test
  void isNeverExceededWhicheverServerIsKilled() throws Exception {
    var limit = new BigDecimal("20.00");
    var servers = new ArrayList<>(List.of(server(NOON, "20.00"), server(NOON, "20.00")));
    var spentInMillionths = new LongAdder();
    try (var pool = Executors.newFixedThreadPool(64)) {
      List<Callable<Void>> runs = new ArrayList<>();
      for (int run = 0; run < 64; run++) {
        var random = new Random(run);
        runs.add(
            () -> {
              for (int call = 0; call < 20; call++) {
                spentInMillionths.add(spend(servers, random));
              }
              return null;
            });
      }
      for (Future<Void> run : pool.invokeAll(runs)) {
        run.get();
      }
    }

    BigDecimal spent = BigDecimal.valueOf(spentInMillionths.sum(), 6);
    assertThat(spent).isLessThanOrEqualTo(limit);
    assertThat(spent).as("most of it can be spent").isGreaterThan(new BigDecimal("10"));
  }

  /** Returns what a call cost, in millionths; 0 if it was not allowed. */
  private long spend(List<DayBudgets> servers, Random random) {
    int at = random.nextInt(2);
    DayBudgets server;
    synchronized (servers) {
      if (random.nextInt(100) == 0) {
        servers.set(at, server(NOON, "20.00")); // the killed one gives nothing back
      }
      server = servers.get(at);
    }
    BigDecimal expected = BigDecimal.valueOf(1 + random.nextInt(60_000), 6);
    DayBudgets.Reservation call =
        server.reserve(spender("clerk"), CallAmounts.ofTools(0, expected));
    if (call.crossed().isPresent()) {
      return 0;
    }
    BigDecimal cost = expected.movePointLeft(random.nextInt(2));
    server.settle(call, CallAmounts.ofTools(0, cost));
    return cost.movePointRight(6).longValue();
  }

  private DayBudgets server(Clock clock, String limit) {
    UnitLimits limits = UnitLimits.ofAll(new BigDecimal(limit));
    return server(clock, Map.of(Unit.USD, limits));
  }

  private DayBudgets server(Unit unit, UnitLimits limits) {
    return server(NOON, Map.of(unit, limits));
  }

  private DayBudgets server(Clock clock, Map<Unit, UnitLimits> units) {
    return new DayBudgets(
        new DayBudgetSettings(units), NO_SCHEDULES, new Database(database()), clock);
  }

  private Optional<LimitCrossing> reserve(DayBudgets server, String usd) {
    return reserve(server, usd(usd));
  }

  private Optional<LimitCrossing> reserve(DayBudgets server, CallAmounts need) {
    return server.reserve(spender("clerk"), need).crossed();
  }

  private static CallAmounts usd(String amount) {
    return CallAmounts.ofTools(0, new BigDecimal(amount));
  }

  /** Returns the amounts of calls that are not priced and need so much of one unit. */
  private static CallAmounts some(Unit unit, int amount) {
    return switch (unit) {
      case USD -> usd(String.valueOf(amount));
      case TOKENS -> new CallAmounts(Optional.empty(), amount, 0, 0);
      case MODEL_CALLS -> new CallAmounts(Optional.empty(), 0, amount, 0);
      case TOOL_CALLS -> new CallAmounts(Optional.empty(), 0, 0, amount);
    };
  }

  private Spender spender(String agent) {
    return new Spender(tenant, agent, Optional.empty());
  }
}
