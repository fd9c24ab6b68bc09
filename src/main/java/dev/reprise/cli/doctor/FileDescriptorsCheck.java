package dev.reprise.cli.doctor;

import dev.reprise.platform.FileDescriptors;
import java.util.List;

/** A server that cannot open a file any more may not recover. */
final class FileDescriptorsCheck implements Check {

  @Override
  public String subject() {
    return "file descriptors";
  }

  @Override
  public List<Finding> findings(ServerState server) {
    String open = server.ready().data("file descriptors", "open");
    String max = server.ready().data("file descriptors", "max");
    if (open.isEmpty() || max.isEmpty()) {
      return List.of();
    }
    return new FileDescriptors(Long.parseLong(open), Long.parseLong(max)).areFew()
        ? List.of(
            Finding.warning(
                "The server has %s of %s files and connections open.".formatted(open, max),
                "Raise the limit of its process (ulimit -n, LimitNOFILE of systemd) and restart it,"
                    + " or find what stays open."))
        : List.of();
  }
}
