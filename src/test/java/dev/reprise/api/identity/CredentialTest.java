package dev.reprise.api.identity;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A login has the form that RFC 7617 and RFC 6750 allow. */
class CredentialTest {

  private static final String KEY = "rpk_" + "0".repeat(32) + "_" + "s".repeat(43);

  @ParameterizedTest
  @ValueSource(strings = {"Basic ", "basic ", "BASIC ", "bAsIc   "})
  void readsANameAndAPassword(String scheme) {
    assertThat(read(scheme + base64("ana:se:cret")))
        .contains(new Credential.Password("ana", "se:cret"));
    assertThat(read(scheme + base64("Zoë:"))).contains(new Credential.Password("Zoë", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bearer ", "bearer ", "BEARER ", "bEaReR   "})
  void readsATokenOrAKey(String scheme) {
    assertThat(read(scheme + "ey.J-_~+/x==")).contains(new Credential.Token("ey.J-_~+/x=="));
    assertThat(read(scheme + KEY))
        .contains(new Credential.Key(ApiKeyToken.parse(KEY).orElseThrow()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "Bearer",
        "Bearer ",
        "Basic",
        "Basic ",
        "a.b.c",
        "a.b.c=Bearer",
        "a.b.c==Bearer",
        "a.b.c=Bearer ",
        "a.b.c Bearer",
        "xBearer a.b.c",
        "Bearer:a.b.c",
        "Bearer=a.b.c",
        "Bearer\ta.b.c",
        "Bearer \ta.b.c",
        " Bearer a.b.c",
        "Bearer a.b.c ",
        "Bearer a.b.c d",
        "Bearer a.b.c, Bearer a.b.c",
        "Basic eA==, Bearer a.b.c",
        "Bearer a=b",
        "Bearer ==",
        "Bearer \"a.b.c\"",
        "Bearer a.b.c\n",
        "Bearer token=a.b.c",
        "Digest a.b.c",
        "Negotiate a.b.c",
        "Basic a.b.c",
        "Basic eA==",
        "Basic YTp4=",
        "Basic YTp4 YTp4",
        "Bearer é"
      })
  void isMalformedInAllOtherForms(String header) {
    assertThat(read(header)).contains(new Credential.Malformed(List.of(header)));
  }

  @Test
  void isMalformedIfThereAreSeveral() {
    List<String> twice = List.of("Bearer a.b.c", "Bearer a.b.c");

    assertThat(Credential.of(twice)).contains(new Credential.Malformed(twice));
  }

  @Test
  void isNoneWithoutAHeader() {
    assertThat(Credential.of(List.of())).isEmpty();
  }

  @Test
  void keepsSecretsOutOfTexts() {
    for (String header :
        List.of("Basic " + base64("a:secret"), "Bearer secret", "secret", "secret x")) {
      assertThat(read(header)).get().asString().doesNotContain("secret");
    }
  }

  private static Optional<Credential> read(String header) {
    return Credential.of(List.of(header));
  }

  private static String base64(String pair) {
    return Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
  }
}
