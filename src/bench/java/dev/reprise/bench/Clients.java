package dev.reprise.bench;

import dev.reprise.server.RecordedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Many concurrent clients of one server, whose connections stay open. */
record Clients(BenchServer server, ExecutorService threads) implements AutoCloseable {

  Clients(BenchServer server, int count) {
    this(server, Executors.newFixedThreadPool(count));
  }

  /** Submits this many runs as fast as all clients together can. */
  List<UUID> submit(BenchAgent agent, int count) throws InterruptedException, ExecutionException {
    return all(Stream.<Callable<UUID>>generate(() -> () -> server.submit(agent)).limit(count));
  }

  /** Returns the journals of completed runs. */
  List<RecordedRun> completed(List<UUID> runs) throws InterruptedException, ExecutionException {
    return all(runs.stream().map(run -> () -> server.completed(run)));
  }

  /** Returns the journals of runs. */
  List<RecordedRun> read(List<UUID> runs) throws InterruptedException, ExecutionException {
    return all(runs.stream().map(run -> () -> server.runs().read(run)));
  }

  /** Returns the results of the tasks, in order. */
  <T> List<T> all(Stream<Callable<T>> tasks) throws InterruptedException, ExecutionException {
    List<T> results = new ArrayList<>();
    for (Future<T> each : threads.invokeAll(tasks.toList())) {
      results.add(each.get());
    }
    return results;
  }

  @Override
  public void close() {
    threads.close();
  }
}
