package dev.reprise.example;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.client.Change;
import dev.reprise.client.OpenCall;
import dev.reprise.client.RepriseClient;
import dev.reprise.client.Run;
import dev.reprise.client.Submission;
import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Credentials;
import dev.reprise.client.http.IdempotencyKey;
import dev.reprise.client.http.ProblemException;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.stream.Event;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** Submits a run, says what happens in it, and decides about its calls. */
public final class Overseer {

  private final RepriseClient reprise;

  public Overseer(RepriseClient reprise) {
    this.reprise = reprise;
  }

  /** Returns the run once it has ended. */
  public Run carryOut(Submission submission) throws RepriseException, InterruptedException {
    Run run = reprise.runs().submit(submission, IdempotencyKey.random());
    var end = new CompletableFuture<Void>();
    reprise.runs().follow(run.id(), 0).subscribe(subscriber(run.id(), end));
    end.join(); // also over restarts of the server
    return reprise.runs().show(run.id());
  }

  private Flow.Subscriber<Event> subscriber(UUID run, CompletableFuture<Void> end) {
    return new Flow.Subscriber<>() {

      @Override
      public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
      }

      @Override
      public void onNext(Event event) {
        System.out.println(event.type());
        if (event.type().equals("run.waiting")) {
          decide(run);
        }
      }

      @Override
      public void onError(Throwable met) {
        end.completeExceptionally(met);
      }

      @Override
      public void onComplete() {
        end.complete(null);
      }
    };
  }

  private void decide(UUID run) {
    try {
      for (OpenCall call : reprise.approvals().calls(run)) {
        String asking = call.asking().orElse("");
        if (asking.equals("ANSWER")) {
          String first = call.json().at("/arguments/options/0").asText("Decide yourself.");
          reprise.approvals().answer(run, call, first, IdempotencyKey.random());
        } else if (asking.equals("APPROVAL") && call.tool().equals("write_file")) {
          reprise.approvals().approve(run, call, Optional.empty(), Change.because("it only adds"));
        } else if (asking.equals("APPROVAL")) {
          reprise.approvals().deny(run, call, Change.because("only write_file is allowed"));
        }
      }
    } catch (ProblemException e) { // for example, another person was faster
      System.err.println(e.problem().code() + ": " + e.problem().detail());
    } catch (RepriseException e) { // no answer; the client has tried again before
      System.err.println(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static void main(String[] args) throws Exception {
    var login = new Credentials.ApiKey(System.getenv("REPRISE_API_KEY"));
    try (var reprise = new RepriseClient(new Connection(URI.create(args[0]), login))) {
      var input = JsonNodeFactory.instance.objectNode().put("reader", "Ada");
      Run run = new Overseer(reprise).carryOut(new Submission("greeter", "checkout", input));
      System.out.println(run.status() + " " + run.outcome());
    }
  }
}
