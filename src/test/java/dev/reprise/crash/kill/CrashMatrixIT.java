package dev.reprise.crash.kill;

import dev.reprise.server.ServerOptions;

/** The crash matrix on Derby. */
class CrashMatrixIT extends CrashMatrix {

  CrashMatrixIT() {
    super("matrix", ServerOptions.DEFAULT);
  }
}
