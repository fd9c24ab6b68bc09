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
public class MailSettings {

  private static final Setting<String> HOST =
      Setting.optional(
          "reprise.mail.host",
          SettingType.text(),
          "the SMTP server that takes mail; without it, no webhook can be `mailto:`");
  private static final Setting<Integer> PORT =
      Setting.of("reprise.mail.port", SettingType.integer(1, 65_535), "587", "its port");
  private static final Setting<String> SECURITY =
      Setting.of(
          "reprise.mail.security",
          SettingType.choice("starttls", "tls", "none"),
          "starttls",
          "how the connection is encrypted; with `starttls` and `tls` the server must have a valid"
              + " certificate, and without encryption no mail is sent. `none` is for a server on this"
              + " machine");
  private static final Setting<String> USER =
      Setting.optional("reprise.mail.user", SettingType.text(), "with which name to log in there");
  private static final Setting<String> PASSWORD =
      Setting.optional("reprise.mail.password", SettingType.text(), "with which password").secret();
  private static final Setting<String> FROM =
      Setting.optional(
          "reprise.mail.from",
          SettingType.text()
              .where(MailAddress::isValid, "an address such as `reprise@example.org`"),
          "the sender; required with `reprise.mail.host`");
  private static final Setting<List<String>> DOMAINS =
      Setting.of(
          "reprise.mail.domains",
          SettingType.list(),
          "",
          "the domains to which mail may go, such as `example.org`; required with"
              + " `reprise.mail.host`");
  private static final Setting<String> LINKS =
      Setting.optional(
          "reprise.mail.links",
          SettingType.text()
              .where(MailSettings::isBase, "an address such as `https://reprise.example.org`"),
          "the address at which people reach this server, for the links in mail; required with"
              + " `reprise.mail.host`");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("webhooks", HOST, PORT, SECURITY, USER, PASSWORD, FROM, DOMAINS, LINKS);
    }

    @Override
    public void check(Config config) {
      if (HOST.find(config).isPresent()) {
        require(FROM.find(config).isPresent(), FROM);
        require(!DOMAINS.get(config).isEmpty(), DOMAINS);
        require(LINKS.find(config).isPresent(), LINKS);
        require(USER.find(config).isPresent() == PASSWORD.find(config).isPresent(), PASSWORD);
      }
    }

    private static void require(boolean isSound, Setting<?> setting) {
      if (!isSound) {
        throw new IllegalArgumentException(
            setting.equals(PASSWORD)
                ? "%s and %s must be set together".formatted(USER, PASSWORD)
                : "%s must be set, because %s is".formatted(setting, HOST));
      }
    }
  }

  final Optional<String> host;
  final int port;
  final String security;
  final Optional<String> user;
  final Optional<String> password;
  final String from;
  final List<String> domains;
  final String links;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value cannot work; names its property
   */
  @Inject
  MailSettings(Config config) {
    host = HOST.find(config);
    port = PORT.get(config);
    security = SECURITY.get(config);
    user = USER.find(config);
    password = PASSWORD.find(config);
    from = FROM.find(config).orElse("");
    domains = List.copyOf(DOMAINS.get(config));
    links = LINKS.find(config).orElse("");
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
