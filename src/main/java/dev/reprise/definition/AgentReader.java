package dev.reprise.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.CanonicalJson;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.validation.Validator;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads agents' documents, in YAML or JSON, of at most 256 KiB. */
@Dependent
public class AgentReader {

  private final Validator validator;

  @Inject
  AgentReader(Validator validator) {
    this.validator = validator;
  }

  /**
   * Reads a document without checking whether its tools and its model exist, for example the one
   * that a run pinned.
   *
   * @throws InvalidAgentDocumentException if it is not an agent; carries all problems
   */
  public AgentVersion read(String document) {
    return read(DocumentParser.parse(document), List.of());
  }

  /**
   * Reads a document for use on this server.
   *
   * @throws InvalidAgentDocumentException if it is not an agent, or needs what this server does not
   *     have; carries all problems
   */
  public AgentVersion read(String document, ServerCapabilities here) {
    JsonNode tree = DocumentParser.parse(document);
    return read(tree, here.problems(tree));
  }

  private AgentVersion read(JsonNode tree, List<DocumentError> more) {
    if (!tree.isObject()) {
      throw new InvalidAgentDocumentException(List.of(new DocumentError("", "must be an object")));
    }
    var binding = new DocumentBinder();
    Optional<AgentDocument> document = binding.bind(tree);
    List<DocumentError> problems = new ArrayList<>(binding.problems());
    document.ifPresent(d -> problems.addAll(violations(d, paths(problems))));
    problems.addAll(DocumentTenants.problems(tree));
    problems.addAll(CrossReferenceCheck.problems(tree));
    problems.addAll(RetryFactors.problems(tree));
    problems.addAll(more);
    if (!problems.isEmpty()) {
      throw new InvalidAgentDocumentException(problems);
    }
    return version(tree, document.orElseThrow());
  }

  private List<DocumentError> violations(AgentDocument document, Set<String> known) {
    return validator.validate(document).stream()
        .map(
            violation ->
                new DocumentError(
                    path(violation.getPropertyPath().toString()), violation.getMessage()))
        // a member of the wrong type is missing from the record, and the binder has reported it
        .filter(problem -> !known.contains(problem.path()))
        .sorted(Comparator.comparing(DocumentError::path))
        .toList();
  }

  /** Writes map members in a path like object members, because they are objects in a document. */
  private static String path(String propertyPath) {
    return propertyPath.replace(".<list element>", "").replaceAll("\\[(\\D[^\\]]*)\\]", ".$1");
  }

  private static Set<String> paths(List<DocumentError> problems) {
    Set<String> paths = new HashSet<>();
    problems.forEach(problem -> paths.add(problem.path()));
    return paths;
  }

  private static AgentVersion version(JsonNode tree, AgentDocument document) {
    String canonical = CanonicalJson.write(DocumentTenants.without(tree));
    byte[] bytes = canonical.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > DocumentParser.MAX_BYTES) {
      // escapes can make it longer than the document, and it must stay readable
      throw DocumentParser.tooLarge();
    }
    return new AgentVersion(sha256(bytes), document.definition(), canonical);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must have SHA-256", e);
    }
  }
}
