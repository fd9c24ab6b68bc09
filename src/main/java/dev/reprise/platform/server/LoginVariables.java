package dev.reprise.platform.server;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;

/**
 * What {@code login-jwt.xml} and {@code login-oidc.xml} of the server's own configuration read.
 * They are declared here so that they are known and described like all settings.
 */
public final class LoginVariables extends SettingGroup {

  /** Which {@code login-….xml} is included. */
  public static final Setting<String> LOGIN =
      Setting.of("reprise.login", SettingType.choice("registry", "jwt", "oidc"), "registry")
          .means("which `login-….xml` is included: passwords and API keys alone, or also tokens");

  /** Where the OpenID Connect provider describes itself. */
  public static final Setting<String> DISCOVERY_URL =
      required(
          "reprise.oidc.discovery.url",
          "the discovery document of the provider, which ends in"
              + " `/.well-known/openid-configuration`");

  /** For whom the provider must have issued a token. */
  public static final Setting<String> AUDIENCE =
      required("reprise.oidc.audience", "for whom tokens must be issued (`aud`)");

  /** The name of the server, and of its console, at the provider. */
  public static final Setting<String> CLIENT_ID =
      text("reprise.oidc.client.id", "reprise", "the name of this server at the provider");

  public LoginVariables() {
    super(
        "logins",
        LOGIN,
        required("reprise.jwt.issuer", "the issuer of the tokens (`iss`)"),
        required("reprise.jwt.audience", "for whom tokens must be issued (`aud`)"),
        required("reprise.jwt.jwks.uri", "where the issuer has its keys, as a JWK set"),
        text("reprise.jwt.user.claim", "upn", "the claim with the user's name"),
        text("reprise.jwt.groups.claim", "groups", "the claim with the user's groups"),
        text("reprise.jwt.algorithm", "RS256", "how tokens must be signed"),
        text("reprise.jwt.clock.skew", "30s", "by how much the clocks of the servers may differ"),
        DISCOVERY_URL,
        AUDIENCE,
        CLIENT_ID,
        text("reprise.oidc.user.claim", "sub", "the claim with the user's name"),
        text("reprise.oidc.groups.claim", "groups", "the claim with the user's groups"),
        text("reprise.oidc.algorithm", "RS256", "how tokens must be signed"),
        text("reprise.oidc.clock.skew", "30s", "by how much the clocks of the servers may differ"));
  }

  private static Setting<String> required(String name, String meaning) {
    return Setting.optional(name, SettingType.text())
        .otherwise("none; no token is accepted without it")
        .means(meaning);
  }

  private static Setting<String> text(String name, String byDefault, String meaning) {
    return Setting.of(name, SettingType.text(), byDefault).means(meaning);
  }
}
