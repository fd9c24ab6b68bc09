package dev.reprise.webhook;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/** The mail server that takes messages for webhooks whose address is {@code mailto:}. */
@Dependent // read through its fields, which a proxy would hide
public final class MailSettings extends SettingGroup {

  final Optional<String> host =
      optional("reprise.mail.host", SettingType.text())
          .means("the SMTP server that takes mail; without it, no webhook can be `mailto:`");
  final int port =
      setting("reprise.mail.port", SettingType.integer(1, 65_535), "587").means("its port");
  final String security =
      setting("reprise.mail.security", SettingType.choice("starttls", "tls", "none"), "starttls")
          .means(
              "how the connection is encrypted; with `starttls` and `tls` the server must have a"
                  + " valid certificate, and without encryption no mail is sent. `none` is for a"
                  + " server on this machine");
  final Optional<String> user =
      optional("reprise.mail.user", SettingType.text()).means("with which name to log in there");
  final Optional<String> password =
      find(
          Setting.optional("reprise.mail.password", SettingType.text())
              .secret()
              .means("with which password"));
  final String from =
      optional(
              "reprise.mail.from",
              SettingType.text()
                  .where(MailAddress::isValid, "an address such as `reprise@example.org`"))
          .means("the sender; required with `reprise.mail.host`")
          .orElse("");
  final List<String> domains =
      setting("reprise.mail.domains", SettingType.list(), "")
          .means(
              "the domains to which mail may go, such as `example.org`; required with"
                  + " `reprise.mail.host`");
  final String links =
      optional(
              "reprise.mail.links",
              SettingType.text()
                  .where(MailSettings::isBase, "an address such as `https://reprise.example.org`"))
          .means(
              "the address at which people reach this server, for the links in mail; required with"
                  + " `reprise.mail.host`")
          .orElse("");

  public MailSettings() {
    super("webhooks");
  }

  @Inject
  public MailSettings(Config config) {
    super("webhooks", config);
  }

  @Override
  public void check(Config config) {
    var mail = new MailSettings(config);
    if (mail.host.isPresent()) {
      require(!mail.from.isEmpty(), "reprise.mail.from");
      require(!mail.domains.isEmpty(), "reprise.mail.domains");
      require(!mail.links.isEmpty(), "reprise.mail.links");
      if (mail.user.isPresent() != mail.password.isPresent()) {
        throw new IllegalArgumentException(
            "reprise.mail.user and reprise.mail.password must be set together");
      }
    }
  }

  private static void require(boolean isSet, String name) {
    if (!isSet) {
      throw new IllegalArgumentException(name + " must be set, because reprise.mail.host is");
    }
  }

  private static boolean isBase(String text) {
    try {
      var uri = new URI(text);
      return List.of("http", "https").contains(String.valueOf(uri.getScheme()))
          && uri.getHost() != null
          && uri.getQuery() == null
          && uri.getFragment() == null;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
