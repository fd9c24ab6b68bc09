package dev.reprise.platform.configuration;

import dev.reprise.platform.settings.DeclaredSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;

/**
 * Finds all that is wrong with a configuration.
 *
 * @param declared what may be set
 * @param environment the variables of the process
 */
public record ConfigurationCheck(
    DeclaredSettings declared, Config config, Map<String, String> environment) {

  private static final String VARIABLES = "REPRISE_";

  /** Returns the check of what this process runs with. */
  public static ConfigurationCheck of(DeclaredSettings declared, Config config) {
    return new ConfigurationCheck(declared, config, System.getenv());
  }

  /**
   * Returns every error; the application must not start with any. An unknown name in the operator's
   * file is one, as in all files of operators.
   */
  List<String> errors() {
    return Stream.concat(declared.errors(config).stream(), unknownInFile()).toList();
  }

  private Stream<String> unknownInFile() {
    return ConfigurationSource.among(config)
        .flatMap(
            file ->
                unknown(file.getPropertyNames())
                    .map(
                        name ->
                            "%s (set in %s)"
                                .formatted(said(name, declared.nearest(name)), file.getName())));
  }

  /**
   * Returns a warning for each other property of the product's that is none, and for settings that
   * contradict each other. A variable of the environment is one only if it looks like a setting:
   * other programs set variables that begin with the same word.
   */
  public List<String> warnings() {
    Stream<String> contradictions =
        errors().isEmpty() ? declared.warnings(config).stream() : Stream.empty();
    return Stream.of(properties(), variables(), contradictions)
        .flatMap(Function.identity())
        .distinct()
        .sorted()
        .toList();
  }

  private Stream<String> properties() {
    Set<String> inFile =
        ConfigurationSource.among(config)
            .flatMap(file -> file.getPropertyNames().stream())
            .collect(Collectors.toSet());
    return unknown(config.getPropertyNames())
        .filter(name -> !isOfEnvironment(name) && !inFile.contains(name))
        .map(name -> said(name, declared.nearest(name)));
  }

  private Stream<String> unknown(Iterable<String> names) {
    return StreamSupport.stream(names.spliterator(), false)
        .filter(name -> name.startsWith(DeclaredSettings.PREFIX) && !declared.contains(name));
  }

  /** Returns whether this is how a source of the environment calls one of the variables. */
  private boolean isOfEnvironment(String property) {
    return environment.containsKey(DeclaredSettings.variable(property));
  }

  private Stream<String> variables() {
    return environment.keySet().stream()
        .filter(name -> name.startsWith(VARIABLES) && !declared.containsVariable(name))
        .flatMap(
            name -> declared.nearestVariable(name).map(it -> said(name, Optional.of(it))).stream());
  }

  private static String said(String name, Optional<String> nearest) {
    return "%s is not a setting of this server and has no effect%s"
        .formatted(name, nearest.map(it -> "; the nearest is " + it).orElse(""));
  }
}
