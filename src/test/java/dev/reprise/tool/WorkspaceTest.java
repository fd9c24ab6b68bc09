package dev.reprise.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkspaceTest {

  private Path temp;
  private Path root;
  private Workspace workspace;

  /**
   * Lays out a workspace beside a secret, with links of every kind.
   *
   * <pre>
   * outside/secret.txt
   * ws/inside.txt  ws/docs/page.md  ws/.git/config
   * ws/link-file -> inside.txt              ws/link-docs -> docs
   * ws/out-file -> ../outside/secret.txt    ws/out-dir -> ../outside
   * ws/out-root -> /                        ws/out-new -> ../outside/new.txt (dangling)
   * ws/loop -> loop                         ws/docs/up -> ..   ws/docs/up-up -> ../..
   * ws/hop -> out-dir/secret.txt            ws/git -> .git
   * </pre>
   */
  @BeforeEach
  void layOut(@TempDir Path temp) throws IOException {
    this.temp = temp;
    root = Files.createDirectory(temp.resolve("ws"));
    Path outside = Files.createDirectory(temp.resolve("outside"));
    Files.createDirectory(temp.resolve("ws-twin"));
    Files.writeString(temp.resolve("ws-twin/secret.txt"), "secret");
    Files.writeString(outside.resolve("secret.txt"), "secret");
    Files.writeString(root.resolve("inside.txt"), "inside");
    Files.writeString(root.resolve("a.txt"), "a");
    Files.createDirectory(root.resolve("docs"));
    Files.writeString(root.resolve("docs/page.md"), "page");
    Files.createDirectory(root.resolve(".git"));
    Files.writeString(root.resolve(".git/config"), "config");
    link("link-file", "inside.txt");
    link("link-docs", "docs");
    link("out-file", "../outside/secret.txt");
    link("out-dir", "../outside");
    link("out-twin", "../ws-twin");
    link("out-root", "/");
    link("out-absolute", outside.resolve("secret.txt").toString());
    link("out-new", "../outside/new.txt");
    link("loop", "loop");
    link("docs/up", "..");
    link("docs/up-up", "../..");
    link("hop", "out-dir/secret.txt");
    link("git", ".git");
    workspace = new Workspace(root);
  }

  private void link(String name, String target) throws IOException {
    Files.createSymbolicLink(root.resolve(name), Path.of(target));
  }

  static Stream<Arguments> hostile() {
    String outside = "path_outside_workspace";
    String invalid = "invalid_path";
    return Stream.of(
        Arguments.of("..", outside),
        Arguments.of("../", outside),
        Arguments.of("../outside/secret.txt", outside),
        Arguments.of("./../outside/secret.txt", outside),
        Arguments.of("docs/../../outside/secret.txt", outside),
        Arguments.of("docs/././../..//outside/secret.txt", outside),
        Arguments.of("../ws/inside.txt", outside),
        Arguments.of("../ws-twin/secret.txt", outside),
        Arguments.of("nothing/../../outside/secret.txt", outside),
        Arguments.of("../../../../../../../../etc/passwd", outside),
        Arguments.of("/etc/passwd", outside),
        Arguments.of("//etc/passwd", outside),
        Arguments.of("/", outside),
        Arguments.of("~", outside),
        Arguments.of("~/.ssh/id_rsa", outside),
        Arguments.of("~root/.profile", outside),
        Arguments.of("C:/Windows/win.ini", outside),
        Arguments.of("c:", outside),
        Arguments.of("out-file", outside),
        Arguments.of("out-absolute", outside),
        Arguments.of("out-dir/secret.txt", outside),
        Arguments.of("out-dir/new.txt", outside),
        Arguments.of("out-dir/new/deep.txt", outside),
        Arguments.of("out-twin/secret.txt", outside),
        Arguments.of("out-root/etc/passwd", outside),
        Arguments.of("out-new", outside),
        Arguments.of("hop", outside),
        Arguments.of("loop", outside),
        Arguments.of("loop/x", outside),
        Arguments.of("docs/up-up/outside/secret.txt", outside),
        Arguments.of("docs/up-up/ws/inside.txt", outside),
        Arguments.of("link-docs/up-up/outside/secret.txt", outside),
        Arguments.of("docs/up/out-file", outside),
        Arguments.of("", invalid),
        Arguments.of(" ", invalid),
        Arguments.of("inside.txt\0", invalid),
        Arguments.of("inside.txt\0/../../outside/secret.txt", invalid),
        Arguments.of("inside\n.txt", invalid),
        Arguments.of("..\\outside\\secret.txt", invalid),
        Arguments.of("docs\\..\\..\\outside", invalid),
        Arguments.of("\\\\server\\share", invalid),
        Arguments.of("C:\\Windows", invalid),
        Arguments.of("x".repeat(256), invalid),
        Arguments.of("a/".repeat(600) + "b", invalid));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void refusesWhatLeadsOutHoweverItIsWritten(String path, String code) {
    assertThat(refusal(() -> workspace.file(path))).isEqualTo(code);
    assertThat(refusal(() -> workspace.directory(path))).isEqualTo(code);
    assertThat(refusal(() -> workspace.fileOrDirectory(path))).isEqualTo(code);
    assertThat(refusal(() -> workspace.placeFor(path))).isEqualTo(code);
    assertThat(refusal(() -> workspace.fileToChange(path))).isEqualTo(code);
    assertThat(refusal(() -> workspace.entry(path))).isEqualTo(code);
    assertThat(refusal(() -> workspace.target(path))).isEqualTo(code);
    assertThat(temp.resolve("outside")).isDirectoryContaining("glob:**/secret.txt");
    assertThat(temp.resolve("outside").toFile().list()).containsExactly("secret.txt");
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void everyToolRefusesWhatLeadsOut(String path, String code) throws Exception {
    var bench = new ToolBench(root);
    for (Tool tool : ToolBench.BUILT_IN) {
      for (var arguments : ToolBench.waysToName(path, tool)) {
        assertThat(bench.fail(tool.declaration().name(), arguments).code())
            .as("%s of %s", tool.declaration().name(), arguments)
            .isIn(code, "invalid_arguments");
      }
    }
    assertThat(temp.resolve("outside").toFile().list()).containsExactly("secret.txt");
    assertThat(temp.resolve("outside/secret.txt")).hasContent("secret");
    assertThat(root.resolve("inside.txt")).hasContent("inside");
  }

  @ParameterizedTest
  @CsvSource({
    "inside.txt, inside.txt",
    "./inside.txt, inside.txt",
    "docs/../inside.txt, inside.txt",
    "docs//page.md, docs/page.md",
    "nothing/../inside.txt, inside.txt",
    "link-file, inside.txt",
    "link-docs/page.md, docs/page.md",
    "docs/up/inside.txt, inside.txt",
    "docs/up/docs/up/docs/page.md, docs/page.md",
    ".git/config, .git/config",
  })
  void findsWhatIsInside(String path, String real) throws Exception {
    assertThat(workspace.file(path)).isEqualTo(root.toRealPath().resolve(real));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nothing", "docs/nothing", "inside.txt/below", "link-docs/nothing", "..."})
  void saysWhatIsNotThere(String path) {
    assertThat(refusal(() -> workspace.file(path))).isEqualTo("not_found");
    assertThat(refusal(() -> workspace.directory(path))).isEqualTo("not_found");
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "./", "docs", "docs/", "docs/..", "link-docs", "inside.txt/"})
  void saysWhatIsNoFile(String path) {
    assertThat(refusal(() -> workspace.file(path))).isEqualTo("not_a_file");
    assertThat(refusal(() -> workspace.placeFor(path))).isEqualTo("not_a_file");
  }

  @Test
  void saysWhatIsNoDirectory() {
    assertThat(refusal(() -> workspace.directory("inside.txt"))).isEqualTo("not_a_directory");
    assertThat(refusal(() -> workspace.placeFor("inside.txt/new"))).isEqualTo("not_a_directory");
    assertThat(refusal(() -> workspace.placeFor("link-file/a/b"))).isEqualTo("not_a_directory");
  }

  @ParameterizedTest
  @ValueSource(strings = {".git/hooks/pre-commit", "docs/../.GIT/x", "git/hooks/x", "sub/.hg/hgrc"})
  void doesNotWriteIntoVersionControl(String path) {
    assertThat(refusal(() -> workspace.placeFor(path))).isEqualTo("protected_path");
    assertThat(refusal(() -> workspace.target(path))).isEqualTo("protected_path");
    assertThat(root.resolve(".git/hooks")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".github/workflows/build.yml",
        "docs/.GitHub",
        ".gitlab-ci.yml",
        "service/.envrc",
        ".vscode/tasks.json",
        "Jenkinsfile",
        ".husky/pre-commit"
      })
  void doesNotWriteWhatRunsUnasked(String path) {
    assertThat(refusal(() -> workspace.placeFor(path))).isEqualTo("protected_path");
    assertThat(refusal(() -> workspace.target(path))).isEqualTo("protected_path");
  }

  @ParameterizedTest
  @ValueSource(strings = {"package.json", "Makefile", ".gitignore", "github/a", ".github.md"})
  void writesWhatPeopleRunThemselves(String path) throws Exception {
    assertThat(workspace.placeFor(path)).isEqualTo(root.toRealPath().resolve(path));
  }

  @Test
  void protectsNamesAboveTheDirectoryThatARunWorksIn() throws Exception {
    Workspace inside = workspace.within(".git");

    assertThat(inside.file("config")).hasContent("config");
    assertThat(refusal(() -> inside.placeFor("hooks/pre-commit"))).isEqualTo("protected_path");
    assertThat(refusal(() -> inside.fileToChange("config"))).isEqualTo("protected_path");
    assertThat(refusal(() -> inside.entry("config"))).isEqualTo("protected_path");
    assertThat(refusal(() -> inside.target("new"))).isEqualTo("protected_path");
  }

  @ParameterizedTest
  @ValueSource(strings = {".git/config", "git/config", "docs/../.git/config"})
  void doesNotChangeVersionControl(String path) {
    assertThat(refusal(() -> workspace.fileToChange(path))).isEqualTo("protected_path");
    assertThat(refusal(() -> workspace.entry(path))).isEqualTo("protected_path");
    assertThat(refusal(() -> workspace.entry(".git"))).isEqualTo("protected_path");
  }

  @ParameterizedTest
  @CsvSource({
    "., protected_path",
    "docs/.., protected_path",
    "link-file, is_a_link",
    "link-docs, is_a_link",
    "link-docs/, is_a_link",
    "docs/up, is_a_link",
    "git, is_a_link",
    "inside.txt/, not_a_directory",
    "nothing, not_found"
  })
  void givesNoEntryForWhatMayNotBeMoved(String path, String code) {
    assertThat(refusal(() -> workspace.entry(path))).isEqualTo(code);
  }

  @Test
  void givesAnEntryBelowALink() throws Exception {
    assertThat(workspace.entry("link-docs/page.md"))
        .isEqualTo(root.toRealPath().resolve("docs/page.md"));
    assertThat(workspace.entry("link-docs/../docs/")).isEqualTo(root.toRealPath().resolve("docs"));
  }

  @Test
  void theWorkspaceItselfIsNoTarget() {
    assertThat(refusal(() -> workspace.target("."))).isEqualTo("protected_path");
    assertThat(refusal(() -> workspace.target("docs/up"))).isEqualTo("protected_path");
  }

  @Test
  void makesTheDirectoriesAboveANewFileWhenItIsAskedTo() throws Exception {
    Path place = workspace.placeFor("link-docs/a/b/new.txt");

    assertThat(place).isEqualTo(root.toRealPath().resolve("docs/a/b/new.txt"));
    assertThat(root.resolve("docs/a")).doesNotExist();
    workspace.makeDirectoriesAbove("link-docs/a/b/new.txt");
    assertThat(place.getParent()).isDirectory();
    assertThat(place).doesNotExist();
  }

  @Test
  void isTheRealDirectoryWhenItsOwnPathHasALink() throws Exception {
    Path door = Files.createSymbolicLink(temp.resolve("door"), root);

    assertThat(new Workspace(door).file("inside.txt"))
        .isEqualTo(root.toRealPath().resolve("inside.txt"));
  }

  @Test
  void isAnExistingDirectory() {
    assertThatThrownBy(() -> new Workspace(root.resolve("inside.txt")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Workspace(root.resolve("nothing")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void doesNotTellWhereItIs() {
    ToolException refused =
        catchThrowableOfType(ToolException.class, () -> workspace.file("out-dir/secret.txt"));
    assertThat(refused.failure().message())
        .contains("'out-dir/secret.txt'")
        .doesNotContain(temp.toString());
  }

  private static String refusal(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    ToolException refused = catchThrowableOfType(ToolException.class, call);
    assertThat(refused).as("it was not refused").isNotNull();
    return refused.failure().code();
  }
}
