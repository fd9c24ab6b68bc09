package dev.reprise.platform.jdbc;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGProperty;

class DatabaseParametersTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sslmode=verify-full&sslrootcert=/run/tls/ca.crt",
        "prepareThreshold=0",
        "authenticationPluginClassName=dev.reprise.platform.jdbc.PasswordFile&sslcert="
      })
  void mayBeAdded(String parameters) {
    assertThat(DatabaseParameters.areAllowed(parameters)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sslmod=verify-full",
        "SSLMode=verify-full",
        "?sslmode=verify-full",
        "prepareThreshold=0& sslmode=verify-full",
        "prepareThreshold=0&",
        "&sslmode=verify-full",
        "sslmode",
        "targetServerType=any",
        "password=secret"
      })
  void mayNotBeAdded(String parameters) {
    assertThat(DatabaseParameters.areAllowed(parameters)).isFalse();
  }

  @Test
  void areThoseOfTheDriver() {
    assertThat(DatabaseParameters.TLS)
        .isEqualTo(
            Arrays.stream(PGProperty.values())
                .map(PGProperty::getName)
                .filter(name -> name.startsWith("ssl"))
                .collect(toSet()));
  }
}
