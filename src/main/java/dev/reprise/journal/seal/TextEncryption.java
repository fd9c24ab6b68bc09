package dev.reprise.journal.seal;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.Keys;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.UUID;

/** Encrypts texts that are stored beside the journal until they are recorded, as payloads are. */
@ApplicationScoped
public class TextEncryption {

  private final PayloadCipher cipher;

  @Inject
  TextEncryption(Keys keys) {
    this(keys.encryption());
  }

  /** Encrypts with these keys. */
  public TextEncryption(KeySource encryption) {
    this.cipher = new PayloadCipher(encryption);
  }

  /**
   * A text as it is stored.
   *
   * @param key id of the key that it is encrypted with; empty for none
   */
  public record Encrypted(String key, String text) {}

  /**
   * The place of a text, which its encryption is bound to.
   *
   * @param kind what the text is, for example {@code message}
   */
  public record Place(UUID run, long number, String kind) {

    private PayloadCipher.Place inCipher() {
      return new PayloadCipher.Place("", run, number, kind);
    }
  }

  /** Returns a text as it is to be stored. */
  public Encrypted hide(Place place, String text) {
    String key = cipher.activeKey();
    return new Encrypted(key, key.isEmpty() ? text : cipher.encrypt(key, place.inCipher(), text));
  }

  /**
   * Decrypts a stored text.
   *
   * @throws KeyMissingException if it is encrypted with a key that this server lacks
   * @throws BrokenRecordException if it was changed, or belongs to another place
   */
  public String show(Place place, Encrypted encrypted) {
    return encrypted.key().isEmpty()
        ? encrypted.text()
        : cipher.decrypt(encrypted.key(), place.inCipher(), encrypted.text());
  }
}
