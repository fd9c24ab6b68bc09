package dev.reprise.mcp;

import dev.reprise.resilience.Pause;
import java.time.Clock;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;

/** What servers are kept with: a test has its own. */
record Surroundings(ThreadFactory threads, Clock clock, Pause pause, RandomGenerator random) {}
