package dev.gearbox.load.chain;

import dev.gearbox.engines.linux.uring.SocketRing;
import dev.gearbox.load.address.PortUse;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.PayloadContents;
import dev.gearbox.load.plan.Program;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** Decides whether {@link Chains} can run a load, on this machine. */
public final class ChainSupport {
    /** The longest payload and answer, in bytes: longer ones would fill buffers, and wait for acknowledgements (Nagle). */
    static final int LONGEST = 1024;

    /** The number of connections that one pair of addresses can hold, and reopen. */
    static final int MOST_ON_ONE_PAIR = 20_000;

    private ChainSupport() {}

    /**
     * Returns whether a generator of this kind runs this load with chains, whose connections need no file descriptors.
     *
     * @throws IOException if the table of listening sockets cannot be read
     */
    public static boolean takesChains(LoadPlan plan, GeneratorKind kind) throws IOException {
        if (kind == GeneratorKind.SELECTOR) {
            return false;
        }
        Program program = Program.compile(plan.script(), plan.arrivals(), plan.background());
        var contents = new PayloadContents(program, plan.seed());
        return absence(
                        plan,
                        program,
                        contents,
                        AddressPairs.of(plan),
                        plan.arrivals().connections())
                .isEmpty();
    }

    /**
     * Returns why chains cannot run this load; empty if they can.
     *
     * @param connections of all processes together
     */
    public static Optional<String> absence(
            LoadPlan plan, Program program, PayloadContents contents, AddressPairs addresses, int connections) {
        return unsuitable(plan, program, contents, addresses.destinations())
                .map("io_uring cannot run this script: "::concat)
                .or(() -> tooFewPorts(addresses, connections, PortUse.reusesLoopbackPorts()))
                .or(() -> SocketRing.absence().map("io_uring is not available: "::concat));
    }

    static Optional<String> tooFewPorts(AddressPairs addresses, int connections, boolean reused) {
        InetSocketAddress first = addresses.destinations().getFirst();
        if (addresses.count() > 1 || !first.getAddress().isLoopbackAddress()) {
            return Optional.empty();
        }
        if (!reused) {
            return Optional.of(
                    "io_uring would run out of ports: the server listens on one address only, this kernel cannot bind in a chain, and tcp_tw_reuse is 0");
        }
        return connections > MOST_ON_ONE_PAIR
                ? Optional.of(
                        "io_uring would run out of ports: the server listens on one address only, and this kernel cannot bind in a chain, for more than "
                                + MOST_ON_ONE_PAIR + " connections")
                : Optional.empty();
    }

    private static Optional<String> unsuitable(
            LoadPlan plan, Program program, PayloadContents contents, List<InetSocketAddress> destinations) {
        if (program.persistent()) {
            return Optional.of("its connections stay open, so that chains would save nothing");
        }
        if (!plan.background().isEmpty()) {
            return Optional.of("it has background users");
        }
        if (!(destinations.getFirst().getAddress() instanceof Inet4Address)) {
            return Optional.of("the target has no IPv4 address");
        }
        for (int pc = 0; pc < program.length(); pc++) {
            Optional<String> reason = switch (program.op(pc)) {
                case Program.SEND -> unsuitable(program, contents, pc);
                case Program.CLOSE -> unsuitable(program, pc);
                default -> Optional.empty();
            };
            if (reason.isPresent()) {
                return reason;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> unsuitable(Program program, int close) {
        if (program.first(close) != 0) {
            return Optional.of("it resets connections");
        }
        return close > 0 && program.op(close - 1) == Program.AWAIT
                ? Optional.empty()
                : Optional.of("a close does not follow an answer");
    }

    private static Optional<String> unsuitable(Program program, PayloadContents contents, int send) {
        int payload = program.first(send);
        int answer = program.second(send);
        if (payload < 0) {
            return Optional.of("the peer speaks first");
        }
        if (answer < 0 || program.op(send + 1) != Program.AWAIT) {
            return Optional.of("an answer is not expected immediately after its request");
        }
        if (contents.http(answer) != null) {
            return Optional.of("the length of an answer of HTTP is not known before");
        }
        if (contents.frames(payload) > 1) {
            return Optional.of("it sends several frames at once");
        }
        return contents.size(payload) > LONGEST || contents.answerSize(answer) > LONGEST
                ? Optional.of("a message is longer than " + LONGEST + " bytes")
                : Optional.empty();
    }
}
