package dev.gearbox.studies.fanoutgateway.client;

import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A client by its name, for styles that block and for those that do not. The second one of each pair costs a hand-over that the first does not. */
public enum KnownClient {
    /** The JDK's: the usual client of styles that block. */
    JDK {
        @Override
        public BlockingClient blocking(String engine, ServiceAddresses services, Limits limits) {
            return new JdkClient(services, limits);
        }

        @Override
        public AsyncClient async(String engine, ServiceAddresses services, Limits limits) {
            return new JdkAsyncClient(services, limits);
        }
    },

    /** Gearbox' own: the usual client of styles that do not block. */
    GEARBOX {
        @Override
        public BlockingClient blocking(String engine, ServiceAddresses services, Limits limits) {
            return new WaitingClient(async(engine, services, limits));
        }

        @Override
        public AsyncClient async(String engine, ServiceAddresses services, Limits limits) {
            return new GearboxClient(engine, services, limits);
        }
    };

    /**
     * Creates one for styles that block.
     *
     * @param engine of the client, if it runs on one
     */
    public abstract BlockingClient blocking(String engine, ServiceAddresses services, Limits limits);

    /**
     * Creates one for styles that do not block.
     *
     * @param engine of the client, if it runs on one
     */
    public abstract AsyncClient async(String engine, ServiceAddresses services, Limits limits);

    /** Returns the client that a style has unless another is named. */
    public static KnownClient usual(boolean blocks) {
        return blocks ? JDK : GEARBOX;
    }

    /** Returns the name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns all names on the command line. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(KnownClient::label).toList();
    }

    /**
     * Returns the client of that name.
     *
     * @throws IllegalArgumentException if there is none; names all
     */
    public static KnownClient of(String label) {
        return Arrays.stream(values())
                .filter(client -> client.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no client \"" + label + "\". Known: " + String.join(", ", labels())));
    }
}
