package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    var workspaces = new Workspaces(List.of(" demo = " + temp.resolve("ws"), "all=" + temp));

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
    var workspaces = new Workspaces(List.of("demo=" + temp.resolve("ws")));

    assertThat(workspaces.find("acme", place)).isEmpty();
  }

  @Test
  void hasNoneByDefault() {
    assertThat(new Workspaces(List.of()).names("acme")).isEmpty();
  }

  @Test
  void showsATenantOnlyItsOwn() {
    var workspaces =
        new Workspaces(
            SqlSourcesTest.config(
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
  void doesNotStartWithAWrongTenant() {
    var config =
        SqlSourcesTest.config(
            Map.of("reprise.workspaces", "demo=" + temp, "reprise.workspaces.demo.tenants", "a b"));

    assertThatThrownBy(() -> new Workspaces(config))
        .hasMessageStartingWith("reprise.workspaces.demo.tenants is '*'");
  }

  @ParameterizedTest
  @CsvSource({
    "demo, an entry is name=/absolute/path",
    "=/tmp, a name has",
    "De mo=/tmp, a name has",
    "demo=relative/path, the path is not absolute",
    "demo=, the path is not absolute",
    "demo=/nowhere/at/all, there is no such directory",
  })
  void doesNotStartWithAWrongEntry(String entry, String reason) {
    assertThatThrownBy(() -> new Workspaces(List.of(entry)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("reprise.workspaces: '" + entry + "': " + reason);
  }

  @Test
  void doesNotStartWithANameTwice() {
    assertThatThrownBy(() -> new Workspaces(List.of("demo=" + temp, "demo=" + temp)))
        .hasMessageContaining("taken");
  }
}
