package dev.reprise.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.Json;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A fingerprint and a checksum say whether anything differs, and nothing else. */
class ContractTest {

  private static final Contract A = FeedReader.CONTRACT;

  @Test
  void fingerprintIgnoresTheOrderOfMembers() {
    assertThat(of("{\"a\": 1, \"b\": 2.0}").fingerprint())
        .isEqualTo(of("{\"b\": 2, \"a\": 1}").fingerprint());
  }

  @Test
  void fingerprintCoversEachMember() {
    Set<String> fingerprints =
        Set.copyOf(
            Stream.of(
                    A,
                    new Contract("b", A.purpose(), A.deliverable(), A.acceptance(), A.onFailure()),
                    new Contract(A.role(), "b", A.deliverable(), A.acceptance(), A.onFailure()),
                    of("{}"),
                    new Contract(A.role(), A.purpose(), A.deliverable(), List.of(), A.onFailure()),
                    new Contract(
                        A.role(),
                        A.purpose(),
                        A.deliverable(),
                        A.acceptance(),
                        FailurePolicy.FAIL_PHASE))
                .map(Contract::fingerprint)
                .toList());

    assertThat(fingerprints).hasSize(6);
  }

  @Test
  void checksumCoversCodeAndWhatItNeeds() {
    assertThat(
            Stream.of(
                    new Program("a", List.of(), 1, 1),
                    new Program("b", List.of(), 1, 1),
                    new Program("a", List.of("b"), 1, 1),
                    new Program("a", List.of(), 2, 1),
                    new Program("a", List.of(), 1, 2))
                .map(Program::checksum))
        .doesNotHaveDuplicates()
        .allMatch(it -> it.matches("[0-9a-f]{64}"));
  }

  private static Contract of(String deliverable) {
    return new Contract(
        A.role(), A.purpose(), Json.read(deliverable), A.acceptance(), A.onFailure());
  }
}
