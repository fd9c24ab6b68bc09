package dev.reprise.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A server with a wrong configuration says all that is wrong, and does not start. */
class ConfigurationIT {

  @Test
  void namesAllErrorsAtOnceAndWhereTheyWereSet() {
    var options =
        ServerOptions.DEFAULT
            .with("REPRISE_LEASE", "PT1S")
            .with("REPRISE_DISPATCH_AS_JOBS", "maybe")
            .with("REPRISE_SEAL_KEYS", "s3cr3t-without-an-id")
            .with("REPRISE_LEASEE", "PT1M")
            .withJvmOption("-Dreprise.web.max-bytes=7")
            .withJvmOption("-Dreprise.web.max.bytes=7");

    try (var server = ServerProcess.named("configuration", options)) {
      assertThat(server.startInVain())
          .contains(
              "the configuration has 4 errors:",
              "reprise.lease must be a duration of at least PT3S, not 'PT1S' (set in ",
              "reprise.dispatch.as-jobs must be always or when-useful or never, not 'maybe' (set in ",
              "reprise.web.max-bytes must be a whole number from 1024 to 33554432, not '7' (set in ",
              "reprise.seal.keys: ",
              "REPRISE_LEASEE is not a setting of this server and has no effect; the nearest is"
                  + " REPRISE_LEASE",
              "reprise.web.max.bytes is not a setting of this server and has no effect; the nearest"
                  + " is reprise.web.max-bytes")
          .doesNotContain("s3cr3t", "reprise.approvals.timeout is", "reprise.data.dir is");
    }
  }
}
