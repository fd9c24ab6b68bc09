package dev.reprise.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.DocumentParser;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.platform.document.InvalidDocumentException;
import jakarta.enterprise.context.Dependent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Reads agents' documents, in YAML or JSON, of at most 256 KiB. */
@Dependent
public class AgentReader {

  /**
   * Reads a document without comparing it to this server, for example the version that a run pins.
   * Its tools and its model may be missing here.
   *
   * @throws InvalidDocumentException if the document is no agent; carries all errors
   */
  public AgentVersion read(String document) {
    return read(DocumentParser.OF_AGENTS.parse(document), List.of());
  }

  /**
   * Reads a document that this server is to use.
   *
   * @throws AgentNotReadyException if all that speaks against it is what this server does not have
   *     yet
   * @throws InvalidDocumentException if the document is no agent, or needs what this server does
   *     not have; carries all errors
   */
  public AgentVersion read(String document, ServerCapabilities here) {
    JsonNode tree = DocumentParser.OF_AGENTS.parse(document);
    AgentVersion version = read(tree, here.problems(tree));
    List<DocumentError> absent = here.notYet(tree);
    if (!absent.isEmpty()) {
      throw new AgentNotReadyException(absent);
    }
    return version;
  }

  private static AgentVersion read(JsonNode tree, List<DocumentError> unmet) {
    List<DocumentError> errors = new ArrayList<>(DocumentSchema.AGENT.errors(tree));
    if (tree.isObject()) {
      if (errors.stream().noneMatch(DocumentTenants::isAboutThem)) {
        errors.addAll(DocumentTenants.problems(tree));
      }
      errors.addAll(CrossReferenceCheck.problems(tree));
      errors.addAll(unmet);
    }
    if (!errors.isEmpty()) {
      throw new InvalidDocumentException(errors);
    }
    return version(tree);
  }

  private static AgentVersion version(JsonNode tree) {
    String canonical = CanonicalJson.write(DocumentTenants.without(tree));
    byte[] bytes = canonical.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > DocumentParser.MAX_BYTES) {
      // escapes can make it longer than the text, and a pinned version must be readable again
      throw DocumentParser.tooLarge();
    }
    return new AgentVersion(sha256(bytes), new AgentDocument(tree).definition(), canonical);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
