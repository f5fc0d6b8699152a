package dev.gearbox.studies.fanoutgateway.actors;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;

/**
 * The dispatchers of an actor system. All are pools of threads: the default of Pekko, a {@link java.util.concurrent.ForkJoinPool}, starves on JDK 21 and
 * later when few threads are runnable, and may hang on one or two cores (JDK-8360593).
 */
public final class ActorSettings {
    /** The dispatcher of actors that block, so that they do not hold up the others. */
    static final String BLOCKING = "blocking";

    private ActorSettings() {}

    /** Returns settings with {@link Limits#threads} threads for actors that block, and as many for all others. */
    static Config of(Limits limits) {
        return parsed("""
                blocking {
                  type = Dispatcher
                  executor = thread-pool-executor
                  thread-pool-executor.fixed-pool-size = THREADS
                  throughput = 1
                }
                """, limits.threads()).withFallback(pool(limits.threads()));
    }

    /** Returns settings with one pool of threads for all actors. */
    @SuppressWarnings("exports") // the package is exported for its main classes only
    public static Config pool(int threads) {
        return parsed("""
                pekko {
                  use-slf4j = off
                  loggers = []
                  loglevel = OFF
                  stdout-loglevel = OFF
                  log-dead-letters = off
                  jvm-shutdown-hooks = off
                  coordinated-shutdown.run-by-jvm-shutdown-hook = off
                  actor.default-dispatcher {
                    executor = thread-pool-executor
                    thread-pool-executor.fixed-pool-size = THREADS
                  }
                  actor.internal-dispatcher {
                    executor = thread-pool-executor
                    thread-pool-executor.fixed-pool-size = 2
                  }
                }
                """, threads).withFallback(ConfigFactory.load());
    }

    private static Config parsed(String settings, int threads) {
        return ConfigFactory.parseString(settings.replace("THREADS", Integer.toString(threads)));
    }
}
