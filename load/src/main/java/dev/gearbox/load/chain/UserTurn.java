package dev.gearbox.load.chain;

import dev.gearbox.load.plan.PayloadContents;
import dev.gearbox.load.plan.Program;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user does without waiting for anything but its peer, from a position of the program on: up to the next pause, arrival or repetition. The turn of
 * hello-bye after its pause:
 *
 * <pre>
 *   SEND bye ─ AWAIT ──────── CLOSE ─ JUMP ─ START ─ CONNECT ─ SEND hello ─ AWAIT ─ PAUSE
 *   send       receive  check close                  connect   send         receive     requests of the chain
 * </pre>
 *
 * A turn connects once at most, so that it ends in a script without a pause, and has a limited number of answers, whose memory each user has.
 */
final class UserTurn {
    /** What a request of the chain does. */
    enum Request {
        SOCKET,
        /** Leaves the choice of the port to the connect. */
        OPTION,
        BIND,
        CONNECT,
        SEND,
        RECEIVE,
        /** Looks for bytes that should not be there, before a close. */
        CHECK,
        CLOSE
    }

    private static final int MOST_ANSWERS = 8;

    private final List<Request> requests = new ArrayList<>();
    private final List<Integer> arguments = new ArrayList<>();
    private final int steps;
    private final int answers;

    private UserTurn(Program program, PayloadContents contents, boolean binds, int from) {
        boolean connects = false;
        int actions = 0;
        int awaited = 0;
        int pc = from;
        boolean ends = false;
        while (!ends) {
            switch (program.op(pc)) {
                case Program.CONNECT -> {
                    ends = connects;
                    if (!ends) {
                        connects = true;
                        actions++;
                        add(Request.SOCKET, 0);
                        if (binds) {
                            add(Request.OPTION, 0);
                            add(Request.BIND, 0);
                        }
                        add(Request.CONNECT, 0);
                    }
                }
                case Program.SEND -> {
                    ends = awaited == MOST_ANSWERS;
                    if (!ends) {
                        actions++;
                        awaited++;
                        add(Request.SEND, program.first(pc));
                        add(Request.RECEIVE, contents.answerSize(program.second(pc)));
                    }
                }
                case Program.CLOSE -> {
                    actions++;
                    add(Request.CHECK, 0);
                    add(Request.CLOSE, 0);
                }
                case Program.AWAIT, Program.START, Program.JUMP -> {}
                default -> ends = true;
            }
            // A program that jumps closes its connection before, so the next connect ends the walk.
            pc = program.op(pc) == Program.JUMP ? program.first(pc) : pc + 1;
        }
        steps = actions;
        answers = awaited;
    }

    private void add(Request request, int argument) {
        requests.add(request);
        arguments.add(argument);
    }

    /**
     * Returns the turn from each position of a program at which one can begin; null elsewhere.
     *
     * @param binds whether a socket is bound before it connects
     */
    static @Nullable UserTurn[] all(Program program, PayloadContents contents, boolean binds) {
        var turns = new @Nullable UserTurn[program.length()];
        for (int pc = 0; pc < turns.length; pc++) {
            byte op = program.op(pc);
            if (op == Program.CONNECT || op == Program.SEND) {
                turns[pc] = new UserTurn(program, contents, binds, pc);
            }
        }
        return turns;
    }

    /** Returns the number of requests. */
    int size() {
        return requests.size();
    }

    Request request(int index) {
        return requests.get(index);
    }

    /** Returns the payload of a send, or the number of bytes of a receive. */
    int argument(int index) {
        return arguments.get(index);
    }

    /** Returns whether an answer is checked for more bytes. */
    boolean isChecked(int receive) {
        return receive + 1 < size() && request(receive + 1) == Request.CHECK;
    }

    /** Returns the number of steps of the script: connects, sends with their answers, closes. */
    int steps() {
        return steps;
    }

    /** Returns the number of answers. */
    int answers() {
        return answers;
    }
}
