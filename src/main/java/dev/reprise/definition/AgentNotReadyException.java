package dev.reprise.definition;

import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.InvalidDocumentException;
import java.util.List;

/** A document is right, but needs what this server does not have yet; carries all of that. */
public class AgentNotReadyException extends InvalidDocumentException {

  AgentNotReadyException(List<DocumentError> absent) {
    super(absent);
  }
}
