package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.ThreadMXBean;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Leases;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.execution.worker.Worker;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.platform.Json;
import dev.reprise.platform.jdbc.CountingDataSource;
import dev.reprise.queue.ClaimResult;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunsFixture;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.RunStatus;
import dev.reprise.tool.StubTool;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.ToolCatalogue;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a step and a run cost, in counts that do not depend on the machine: the runs of the
 * benchmarks W1 and W2, with the real engine and journal on a real database. A run is counted from
 * its submission over its reservation to its release, without the API.
 */
abstract class StepCostContract extends RunsFixture {

  /** As many tools as a server has. */
  private static final int OTHER_TOOLS = 40;

  private static final int WARM_UPS = 8;
  private static final int DIFFERENCES = 4;
  private static final int MOST = 16;

  /**
   * The three events of a step without an effect, of which each write takes at least 16, with a
   * change of the run's row and a commit.
   */
  static final StepCost WRITTEN_TOGETHER = new StepCost(3 + 3 / 16.0, 9 / 16.0, 3 / 16.0, 0);

  private static final Limits ENDLESS = new Limits(10_000, Duration.ofDays(1));
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final ExecutorService calls = Executors.newSingleThreadExecutor();
  private final ToolCatalogue catalogue = ToolFixture.catalogue(tools());
  private final PhaseLoop loop =
      new EngineFixture(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), new CallingModel())
          .catalogue(catalogue)
          .loop();

  /** Returns the database, which counts. */
  abstract CountingDataSource counter();

  /** Returns what a step with an effect may cost. */
  abstract CostBound effects();

  /** Returns what a step without an effect may cost. */
  abstract CostBound readOnly();

  /** Returns what a run of ten steps with effects may cost. */
  abstract CostBound shortRun();

  /** Returns what a run of one reply may cost. */
  abstract CostBound emptyRun();

  @Override
  protected final DataSource database() {
    return counter().database();
  }

  /** Long, so that how soon something is written does not depend on how fast the machine is. */
  @Override
  protected final Duration linger() {
    return Duration.ofMinutes(1);
  }

  @AfterEach
  void endThreads() {
    calls.shutdownNow();
  }

  @Test
  void aStepWithAnEffectCostsWhatItDid() throws Exception {
    effects().check("a step with an effect", perStep("act", effects()));
  }

  @Test
  void aStepWithoutAnEffectCostsWhatItDid() throws Exception {
    readOnly().check("a step without an effect", perStep("look", readOnly()));
  }

  @Test
  void aShortRunCostsWhatItDid() throws Exception {
    AgentDefinition agent = calling("act", 10);
    warmUp(agent);

    shortRun().check("a run of ten steps with effects", cost(agent));
  }

  @Test
  void anEmptyRunCostsWhatItDid() throws Exception {
    AgentDefinition agent = calling("act", 0);
    warmUp(agent);

    emptyRun().check("a run of one reply", cost(agent));
  }

  /**
   * Returns the cost of 300 more steps, so that what a run costs once does not count. It is the
   * least of some differences and no difference of two least costs, because a run that is cheap by
   * chance, with its events in few writes, must not make the steps of another look expensive. On a
   * busy machine the compiler of the JVM comes late, and code that is not compiled allocates more,
   * so what is beyond the bound is measured some more times.
   */
  private StepCost perStep(String tool, CostBound bound) throws Exception {
    AgentDefinition shorter = calling(tool, 300);
    AgentDefinition longer = calling(tool, 600);
    warmUp(longer);

    StepCost least = costOfOne(longer).minus(costOfOne(shorter));
    for (int i = 1; i < DIFFERENCES || (i < MOST && bound.isExceeded(least.dividedBy(300))); i++) {
      least = least.least(costOfOne(longer).minus(costOfOne(shorter)));
    }
    return least.dividedBy(300);
  }

  private void warmUp(AgentDefinition agent) throws Exception {
    for (int i = 0; i < WARM_UPS; i++) {
      carryOut(agent);
    }
  }

  /** Returns the least of three, because what is done once in a while may come upon one of them. */
  private StepCost cost(AgentDefinition agent) throws Exception {
    return costOfOne(agent).least(costOfOne(agent)).least(costOfOne(agent));
  }

  private StepCost costOfOne(AgentDefinition agent) throws Exception {
    long before = THREADS.getTotalThreadAllocatedBytes();
    carryOut(agent);
    long bytes = THREADS.getTotalThreadAllocatedBytes() - before;
    counter().start();
    carryOut(agent);
    return StepCost.of(counter().stop(), bytes);
  }

  /** Does to a new run what the server does to it, from its submission to its release. */
  private void carryOut(AgentDefinition agent) throws Exception {
    UUID id = UUID.randomUUID();
    queue.submit(submitted(id, agent));
    RunRow row = queue.reserve(HERE, LEASE, 1).getFirst();
    var admitted = (ClaimResult.Admitted) claims.claim(row, HERE, LEASE, Optional.empty());
    var run =
        new ActiveRun(
            Leases.endless(admitted.claim()),
            Optional.empty(),
            journal,
            ReplayedRun.from(journal, id, agent));
    NextStep.PhaseEnd end =
        loop.work(run, new Worker(run, Optional::empty, calls, Clock.systemUTC())).orElseThrow();
    run.release(claims, List.of(PhaseLoop.event(end), new LifecycleEvent.Completed("done")));
    assertThat(run.state().outcome()).isPresent();
    assertThat(row(id).status()).isEqualTo(RunStatus.COMPLETED);
  }

  private NewRun submitted(UUID id, AgentDefinition agent) {
    return new NewRun(id, "default", agent.name(), "v", JsonValue.EMPTY_OBJECT, "here", "ana")
        .keeping(catalogue.granted("default", agent.grantedTools()).pins());
  }

  private static AgentDefinition calling(String tool, int iterations) {
    return Agents.agent("agent")
        .description("Makes calls.")
        .provider(
            "bench",
            new JsonValue("{\"tool\":\"%s\",\"iterations\":%d}".formatted(tool, iterations)))
        .phase("only", ENDLESS, tool)
        .limits(ENDLESS)
        .build();
  }

  private static List<Tool> tools() {
    List<Tool> tools = new ArrayList<>();
    tools.add(tool("act", EffectClass.IDEMPOTENT));
    tools.add(tool("look", EffectClass.READ_ONLY));
    for (int i = 0; i < OTHER_TOOLS; i++) {
      tools.add(tool("other_" + i, EffectClass.READ_ONLY));
    }
    return tools;
  }

  /** Returns a tool that returns 1 KB, which differs with the call. */
  private static Tool tool(String name, EffectClass effect) {
    ToolDeclaration declaration =
        ToolDeclaration.named(name, effect)
            .describedAs("Returns 1 KB.")
            .taking(new JsonValue("{\"type\": \"object\"}"))
            .in("bench")
            .within(Duration.ofMinutes(1))
            .build();
    return new StubTool(
        declaration, request -> new ToolOutcome.Succeeded(request.externalKey().repeat(16)));
  }

  /** Requests as many calls as its options say, one in each reply. */
  private static final class CallingModel implements ChatModel {

    @Override
    public String provider() {
      return "bench";
    }

    @Override
    public void check(ModelOptions options) {}

    @Override
    public ModelReply reply(ModelRequest request) {
      JsonNode options = Json.read(request.model().options().text());
      int iteration = request.iteration() - 1;
      return iteration == options.path("iterations").asInt()
          ? new ModelReply("done", List.of(), Usage.NONE)
          : new ModelReply(
              "",
              List.of(
                  new ToolCall(
                      "c" + iteration, options.path("tool").asText(), JsonValue.EMPTY_OBJECT)),
              Usage.NONE);
    }
  }
}
