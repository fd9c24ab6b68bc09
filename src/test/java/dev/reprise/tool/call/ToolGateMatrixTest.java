package dev.reprise.tool.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.Role;
import dev.reprise.agent.ToolGrant;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.operations.killswitch.KillSwitch.Kind;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.tool.CallOrigin;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.call.GatePaths.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each reason to refuse a tool holds on every path to a tool. */
@Tag("door")
class ToolGateMatrixTest {

  /** A reason to refuse a tool, and with what code. */
  enum Reason {
    NOT_GRANTED("tool_not_allowed"),
    TENANT_WITHOUT_IT("tool_not_allowed"),
    ROLE("tool_not_allowed"),
    AGENT("tool_not_allowed"),
    TOOL_SWITCH("switched_off"),
    DANGEROUS_TOOLS_SWITCH("switched_off"),
    AGENT_SWITCH("switched_off"),
    TENANT_SWITCH("switched_off"),
    ALL_TENANTS_SWITCH("switched_off"),
    APPROVAL_BY_POLICY("tool_not_allowed"),
    APPROVAL_BY_GRANT("tool_not_allowed"),
    COST("tool_not_allowed");

    private final String code;

    Reason(String code) {
      this.code = code;
    }

    private boolean isForAPerson() {
      return this == APPROVAL_BY_POLICY || this == APPROVAL_BY_GRANT || this == COST;
    }
  }

  private final KillSwitches switches =
      new KillSwitches(new Database(TestDatabases.derby()), System::nanoTime);
  private Path root = Path.of("");

  @BeforeEach
  void open(@TempDir Path root) throws IOException {
    this.root = root;
    Files.writeString(root.resolve("a.txt"), "one\n");
  }

  @BeforeEach
  @AfterEach
  void releaseAll() {
    switches
        .list(Optional.empty(), Optional.empty(), 1_000)
        .forEach(it -> switches.release(it.id()));
  }

  static Stream<Arguments> matrix() {
    return Stream.of(Way.values())
        .flatMap(way -> Stream.of(Reason.values()).map(reason -> Arguments.of(way, reason)));
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void refuses(Way way, Reason reason) throws Exception {
    GatePaths paths = paths(way, Optional.of(reason));

    Optional<String> refusal = paths.go(way, origin(way, Optional.of(reason)));

    boolean isApproved = reason.isForAPerson() && way.isAttended();
    boolean isSafe = reason == Reason.DANGEROUS_TOOLS_SWITCH && way.name().endsWith("SOURCE");
    if (isApproved || isSafe) {
      assertThat(refusal).isEmpty();
      assertThat(paths.reached()).isEqualTo(1);
    } else {
      assertThat(refusal).contains(way == Way.INQUIRY ? "cannot_tell" : reason.code);
      assertThat(paths.reached()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void reachesTheToolIfThereIsNoReason(Way way) throws Exception {
    GatePaths paths = paths(way, Optional.empty());

    assertThat(paths.go(way, origin(way, Optional.empty()))).isEmpty();

    assertThat(paths.reached()).isEqualTo(1);
  }

  private GatePaths paths(Way way, Optional<Reason> reason) throws IOException {
    String rule =
        switch (reason.orElse(Reason.NOT_GRANTED)) {
          case TENANT_WITHOUT_IT -> "tenants: [beta]";
          case ROLE -> "roles: [admin]";
          case AGENT -> "agents: [other]";
          case APPROVAL_BY_POLICY -> "approval: always";
          case COST -> "cost: 5";
          case DANGEROUS_TOOLS_SWITCH -> "approval: never";
          default -> "retry: never";
        };
    reason.ifPresent(it -> switchOff(way, it));
    Path file =
        Files.writeString(
            root.resolve("tools.yaml"), "- {name: %s, %s}".formatted(way.tool(), rule));
    return new GatePaths(
        root,
        ToolFixture.policy(file),
        switches::onToolCall,
        reason.equals(Optional.of(Reason.DANGEROUS_TOOLS_SWITCH)));
  }

  private void switchOff(Way way, Reason reason) {
    switch (reason) {
      case TOOL_SWITCH -> set("acme", Kind.TOOL, way.tool());
      case DANGEROUS_TOOLS_SWITCH -> set("acme", Kind.DANGEROUS_TOOLS, "");
      case AGENT_SWITCH -> set("acme", Kind.AGENT, "clerk");
      case TENANT_SWITCH -> set("acme", Kind.TENANT, "");
      case ALL_TENANTS_SWITCH -> set(KillSwitch.ALL, Kind.TOOL, way.tool());
      default -> {}
    }
  }

  private void set(String tenant, Kind kind, String name) {
    switches.set(
        new KillSwitch(UUID.randomUUID(), tenant, kind, name, "ana", "stop", Instant.EPOCH));
  }

  private static CallOrigin origin(Way way, Optional<Reason> reason) {
    boolean isGranted = !reason.equals(Optional.of(Reason.NOT_GRANTED));
    var grant =
        new ToolGrant(
            Set.of(),
            Optional.empty(),
            Optional.empty(),
            reason.equals(Optional.of(Reason.APPROVAL_BY_GRANT)));
    return new CallOrigin(
        "acme",
        new UUID(0, 1),
        "clerk",
        Optional.of(Role.OPERATOR),
        isGranted ? List.of(way.tool()) : List.of("something_else"),
        grant,
        Map.of(way.tool(), grant));
  }
}
