package dev.reprise.artifact;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.CanonicalJson;
import java.util.List;

/**
 * Code for the sandbox, and what it needs.
 *
 * @param code the body of an async function in JavaScript
 * @param dependencies the names of the tools that it may call
 * @param runtimeVersion of the sandbox that it was written for
 * @param schemaVersion of the form in which it is stored
 */
public record Program(
    String code, List<String> dependencies, int runtimeVersion, int schemaVersion) {

  /** Raised when code that runs in the sandbox of before may not run in it any more. */
  public static final int RUNTIME_VERSION = 1;

  /** Raised when the stored form changes. */
  public static final int SCHEMA_VERSION = 1;

  public Program {
    dependencies = List.copyOf(dependencies);
  }

  /** Creates a program for this server's sandbox. */
  public Program(String code, List<String> dependencies) {
    this(code, dependencies, RUNTIME_VERSION, SCHEMA_VERSION);
  }

  /** Returns the SHA-256 of the code with what it needs. */
  public String checksum() {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.put("code", code);
    all.put("runtimeVersion", runtimeVersion).put("schemaVersion", schemaVersion);
    var names = all.putArray("dependencies");
    dependencies.forEach(names::add);
    return CanonicalJson.sha256(all);
  }
}
