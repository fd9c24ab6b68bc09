package dev.reprise.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a stage of the image has made: files in a directory, and how they run. The last one is the
 * image. No engine and no registry is needed: the base of the image is the system of this machine,
 * with the JDK of this JVM.
 */
final class Stage {

  private static final String JDK_PATH = Container.JDK + "/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  private final Map<String, Stage> earlier;
  private final Path root;
  private final Map<String, String> environment = new TreeMap<>();
  private String user = "0:0";
  private List<String> entrypoint = List.of();
  private List<String> check = List.of();
  private List<String> volumes = List.of();

  private Stage(Path root, Map<String, Stage> earlier) {
    this.root = root;
    this.earlier = earlier;
  }

  /**
   * Carries out the instructions of all stages.
   *
   * @param directory where the files of the stages go; there must be none
   * @param variables of the environment of commands, as builds can bring them along
   * @return the last one
   */
  static Stage make(Containerfile file, Path directory, Map<String, String> variables)
      throws IOException, InterruptedException {
    Map<String, Stage> stages = new HashMap<>();
    Stage stage = new Stage(directory, stages);
    for (Containerfile.Instruction each : file.instructions()) {
      if (each.name().equals("FROM")) {
        Path root = Files.createDirectories(directory.resolve("stage-" + stages.size()));
        stage = new Stage(root, stages);
        stage.begin(each.words().getFirst());
        stages.put(each.words().getLast(), stage);
      } else {
        stage.carryOut(each, variables);
      }
    }
    return stage;
  }

  private void begin(String base) throws IOException, InterruptedException {
    if (base.equals("${BASE}")) {
      environment.put("JAVA_HOME", Container.JDK);
      environment.put("PATH", JDK_PATH);
      return;
    }
    Stage from = earlier(base);
    Container.run("cp", "-a", from.root + "/.", root.toString());
    environment.putAll(from.environment);
    user = from.user;
    entrypoint = from.entrypoint;
    check = from.check;
  }

  private Stage earlier(String name) {
    Stage stage = earlier.get(name);
    if (stage == null) {
      throw new IllegalArgumentException("no stage " + name + " is before this one");
    }
    return stage;
  }

  private void carryOut(Containerfile.Instruction it, Map<String, String> variables)
      throws IOException, InterruptedException {
    switch (it.name()) {
      case "ADD" -> unpack(it.words());
      case "COPY" -> copy(it);
      case "RUN" -> run(it.arguments(), variables);
      case "ENV" -> it.words().stream().map(e -> e.split("=", 2)).forEach(this::set);
      case "USER" -> user = it.arguments();
      case "ENTRYPOINT" -> entrypoint = it.list();
      case "HEALTHCHECK" -> check = it.list();
      case "VOLUME" -> volumes = it.list();
      case "ARG", "EXPOSE", "LABEL" -> {}
      default -> throw new IllegalArgumentException("an instruction that is not known: " + it);
    }
  }

  private void set(String[] variable) {
    environment.put(variable[0], variable[1]);
  }

  private void unpack(List<String> words) throws IOException, InterruptedException {
    Path to = Files.createDirectories(in(words.getLast()));
    Container.run("tar", "--numeric-owner", "-xzf", words.getFirst(), "-C", to.toString());
  }

  /** Copies files, or what is in a directory, which then belong to root. */
  private void copy(Containerfile.Instruction it) throws IOException, InterruptedException {
    List<String> words = it.words();
    String to = words.getLast();
    Path place = in(to);
    for (String source : words.subList(0, words.size() - 1)) {
      Path from = it.option("from").map(stage -> earlier(stage).in(source)).orElse(Path.of(source));
      Path directory = Files.isDirectory(from) || to.endsWith("/") ? place : place.getParent();
      Files.createDirectories(directory);
      String what = Files.isDirectory(from) ? from + "/." : from.toString();
      Container.run("cp", "-a", "--no-preserve=ownership", what, place.toString());
      if (it.option("chmod").isPresent()) {
        Container.run("chmod", it.option("chmod").get(), place.toString());
      }
    }
  }

  private void run(String script, Map<String, String> variables)
      throws IOException, InterruptedException {
    var builds = new Container.Options(List.of(), variables, false, List.of());
    try (var container =
        Container.start(this, builds, List.of("/bin/sh", "-c", script), log("build.log"))) {
      int status = container.await();
      if (status != 0) {
        throw new IllegalStateException(
            "status %d of RUN %s%n%s".formatted(status, script, Deployment.text(log("build.log"))));
      }
    }
  }

  private Path in(String path) {
    return root.resolve(path.substring(1));
  }

  private Path log(String name) {
    return root.resolveSibling(name);
  }

  Path root() {
    return root;
  }

  /** The user and the group that it runs as, such as {@code 1001:0}. */
  String user() {
    return user;
  }

  Map<String, String> environment() {
    return environment;
  }

  List<String> entrypoint() {
    return entrypoint;
  }

  /** The command that says whether it is alive. */
  List<String> check() {
    return check;
  }

  List<String> volumes() {
    return volumes;
  }
}
