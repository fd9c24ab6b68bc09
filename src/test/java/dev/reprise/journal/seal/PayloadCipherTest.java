package dev.reprise.journal.seal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.journal.BrokenRecordException;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A payload encrypted for one tenant cannot be read for another. */
class PayloadCipherTest {

  private static final UUID RUN = new UUID(0, 1);

  private final PayloadCipher cipher =
      new PayloadCipher(
          KeySource.of(KeyRing.parse("k1=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=")));

  @Test
  void readsAPayloadInItsPlace() {
    String hidden = cipher.encrypt("k1", of("acme"), "a canary");

    assertThat(cipher.decrypt("k1", of("acme"), hidden)).isEqualTo("a canary");
  }

  @Test
  void refusesAPayloadOfAnotherTenant() {
    String hidden = cipher.encrypt("k1", of("acme"), "a canary");

    assertThatThrownBy(() -> cipher.decrypt("k1", of("globex"), hidden))
        .isInstanceOf(BrokenRecordException.class);
  }

  @Test
  void refusesATextOfNoTenantAsAPayload() {
    String hidden = cipher.encrypt("k1", of(""), "a canary");

    assertThatThrownBy(() -> cipher.decrypt("k1", of("acme"), hidden))
        .isInstanceOf(BrokenRecordException.class);
  }

  /** A sample of the stored form, computed apart from this product's code. */
  @Test
  void readsAStoredPayload() {
    assertThat(cipher.decrypt("k1", of("acme"), "AAECAwQFBgcICQoLwcl+EQciFMSAkoHT3gBNYYZaliiIqTYW"))
        .isEqualTo("a canary");
  }

  private static PayloadCipher.Place of(String tenant) {
    return new PayloadCipher.Place(tenant, RUN, 3, "x");
  }
}
