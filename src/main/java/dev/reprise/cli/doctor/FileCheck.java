package dev.reprise.cli.doctor;

import dev.reprise.platform.BoundedText;
import dev.reprise.platform.FailureText;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.document.DocumentParser;
import dev.reprise.platform.document.DocumentSchema;
import dev.reprise.platform.document.InvalidDocumentException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Files of an operator, checked by their schemas and without a server. Whether what they refer to
 * exists, such as a property or a file with a secret, is known at a server's start alone.
 */
final class FileCheck {

  private static final String REMEDY =
      "Correct it; a server that starts with this file refuses it.";

  private FileCheck() {}

  /** Returns all that is wrong with a file of a kind. */
  static List<Finding> findings(DocumentSchema schema, Path file) {
    DocumentParser parser =
        schema == DocumentSchema.AGENT ? DocumentParser.OF_AGENTS : DocumentParser.OF_OPERATORS;
    try {
      String text =
          BoundedText.of(file, DocumentParser.MAX_BYTES).orElseThrow(DocumentParser::tooLarge);
      return parser.errors(schema, text).stream().map(error -> finding(file, error)).toList();
    } catch (InvalidDocumentException e) {
      return e.problems().stream().map(error -> finding(file, error)).toList();
    } catch (NoSuchFileException e) {
      return List.of(Finding.error(file + " does not exist.", "Name a file that does."));
    } catch (CharacterCodingException e) {
      return List.of(Finding.error(file + " is not UTF-8.", REMEDY));
    } catch (IOException e) {
      return List.of(
          Finding.error("%s cannot be read: %s".formatted(file, FailureText.of(e)), REMEDY));
    }
  }

  private static Finding finding(Path file, DocumentError error) {
    String place =
        error
            .place()
            .map(it -> ", line %d, column %d".formatted(it.line(), it.column()))
            .orElse("");
    String subject = error.path().startsWith("line ") ? "" : error.path() + " ";
    return Finding.error(
        "%s%s: %s%s".formatted(file, place, subject.stripLeading(), error.message()), REMEDY);
  }
}
