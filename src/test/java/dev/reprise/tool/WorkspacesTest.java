package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspacesTest {

  private Path temp;

  @BeforeEach
  void layOut(@TempDir Path temp) throws IOException {
    this.temp = temp;
    Files.createDirectories(temp.resolve("ws/src/main"));
    Files.writeString(temp.resolve("ws/src/main/a.txt"), "a");
    Files.createSymbolicLink(temp.resolve("ws/out"), Path.of(".."));
  }

  @Test
  void findsByNameAndBelow() throws Exception {
    var workspaces = workspaces(Map.of(), " demo = " + temp.resolve("ws"), "all=" + temp);

    assertThat(workspaces.names("acme")).containsExactly("all", "demo");
    assertThat(workspaces.find("acme", "demo").orElseThrow().file("src/main/a.txt"))
        .hasContent("a");
    assertThat(workspaces.find("acme", "demo/src").orElseThrow().file("main/a.txt"))
        .hasContent("a");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "other",
        "",
        "/",
        "demo/",
        "demo/..",
        "demo/../..",
        "demo/out",
        "demo//etc",
        "demo/nothing",
        "demo/src/main/a.txt",
        "DEMO",
        "demo/src/../.."
      })
  void findsNothingElse(String place) {
    var workspaces = workspaces(Map.of(), "demo=" + temp.resolve("ws"));

    assertThat(workspaces.find("acme", place)).isEmpty();
  }

  @Test
  void hasNoneByDefault() {
    assertThat(workspaces(Map.of()).names("acme")).isEmpty();
  }

  @Test
  void showsATenantOnlyItsOwn() {
    var workspaces =
        new Workspaces(
            ToolFixture.workspaceSettings(
                Map.of(
                    "reprise.tenant.pattern", "[^@]+@(.+)",
                    "reprise.workspaces",
                        "ours=%s,shared=%s,theirs=%s,unsaid=%s".formatted(temp, temp, temp, temp),
                    "reprise.workspaces.ours.tenants", "acme",
                    "reprise.workspaces.shared.tenants", "*",
                    "reprise.workspaces.theirs.tenants", "beta")));

    assertThat(workspaces.names("acme")).containsExactly("ours", "shared");
    assertThat(workspaces.names("beta")).containsExactly("shared", "theirs");
    assertThat(workspaces.find("acme", "ours/ws")).isPresent();
    assertThat(workspaces.find("acme", "theirs")).isEmpty();
    assertThat(workspaces.find("acme", "theirs/ws")).isEmpty();
    assertThat(workspaces.find("acme", "unsaid")).isEmpty();
    assertThat(workspaces.withoutTenants()).containsExactly("reprise.workspaces.unsaid.tenants");
  }

  @Test
  void doesNotStartWhereTenantsWouldReachAWorkspaceOfOthersWithinTheirs() {
    assertThatThrownBy(
            () ->
                workspaces(
                    Map.of(
                        "reprise.tenant.pattern", "[^@]+@(.+)",
                        "reprise.workspaces.outer.tenants", "acme, beta",
                        "reprise.workspaces.inner.tenants", "beta"),
                    "outer=" + temp,
                    "inner=" + temp.resolve("ws")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "reprise.workspaces: the directory of 'inner' is within that of 'outer', so it must be for"
                + " all tenants of that one");
    assertThat(
            workspaces(
                    Map.of(
                        "reprise.tenant.pattern", "[^@]+@(.+)",
                        "reprise.workspaces.outer.tenants", "beta",
                        "reprise.workspaces.inner.tenants", "*"),
                    "outer=" + temp,
                    "inner=" + temp.resolve("ws"))
                .names("beta"))
        .containsExactly("inner", "outer");
  }

  @Test
  void doesNotStartWithAWrongTenant() {
    assertThatThrownBy(
            () -> workspaces(Map.of("reprise.workspaces.demo.tenants", "a b"), "demo=" + temp))
        .hasMessageStartingWith(
            "reprise.workspaces.demo.tenants must be tenants, comma separated, or *");
  }

  @ParameterizedTest
  @CsvSource({
    "demo, an entry must be name=/absolute/path",
    "=/tmp, a name must have",
    "De mo=/tmp, a name must have",
    "demo=relative/path, the path must be absolute",
    "demo=, the path must be absolute",
    "demo=/nowhere/at/all, the directory must exist",
  })
  void doesNotStartWithAWrongEntry(String entry, String reason) {
    assertThatThrownBy(() -> workspaces(Map.of(), entry))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("reprise.workspaces: '" + entry + "': " + reason);
  }

  @Test
  void doesNotStartWithANameTwice() {
    assertThatThrownBy(() -> workspaces(Map.of(), "demo=" + temp, "demo=" + temp))
        .hasMessageContaining("the name must differ");
  }

  @ParameterizedTest
  @CsvSource({
    "reprise.workspaces.demo.max-bytes, -1",
    "reprise.workspaces.demo.max-files, -1",
    "reprise.workspaces.min-free-bytes, -1",
    "reprise.workspaces.protected, .github/workflows"
  })
  void doesNotStartWithAWrongSetting(String property, String value) {
    assertThatThrownBy(() -> workspaces(Map.of(property, value), "demo=" + temp))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(property);
  }

  @Test
  void protectsTheNamesThatAreConfigured() throws Exception {
    var property = "reprise.workspaces.protected";
    Workspace own =
        workspaces(Map.of(property, "Makefile,.npmrc"), "demo=" + temp)
            .find("acme", "demo")
            .orElseThrow();
    Workspace none =
        workspaces(Map.of(property, "none"), "demo=" + temp).find("acme", "demo").orElseThrow();

    assertThatThrownBy(() -> own.placeFor("a/makefile")).hasMessageContaining("protected_path");
    assertThatThrownBy(() -> own.placeFor(".git/x")).hasMessageContaining("protected_path");
    assertThat(own.placeFor(".github/x")).isEqualTo(temp.toRealPath().resolve(".github/x"));
    assertThat(none.placeFor(".envrc")).isEqualTo(temp.toRealPath().resolve(".envrc"));
    assertThatThrownBy(() -> none.placeFor(".git/x")).hasMessageContaining("protected_path");
  }

  private static Workspaces workspaces(Map<String, String> properties, String... entries) {
    Map<String, String> all = new HashMap<>(properties);
    all.put("reprise.workspaces", String.join(",", entries));
    return new Workspaces(ToolFixture.workspaceSettings(all));
  }
}
