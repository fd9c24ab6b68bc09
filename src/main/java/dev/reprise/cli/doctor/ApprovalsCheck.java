package dev.reprise.cli.doctor;

import java.util.List;

/** The test profile approves all calls, which must not be so in production. */
final class ApprovalsCheck implements Check {

  @Override
  public String subject() {
    return "the test profile";
  }

  @Override
  public List<Finding> findings(ServerState server) {
    return server.ready().data("database", "approvals").equals("test profile")
        ? List.of(
            Finding.warning(
                "The test profile is on: every call that should wait for a person is approved at"
                    + " once.",
                "If this is no test, remove REPRISE_APPROVALS_TEST_PROFILE and restart the server."))
        : List.of();
  }
}
