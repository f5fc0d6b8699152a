package dev.gearbox.load.loop;

import dev.gearbox.load.plan.Program;
import dev.gearbox.load.report.ErrorKind;
import dev.gearbox.load.report.Recorder;
import dev.gearbox.load.schedule.PauseLengths;
import dev.gearbox.load.schedule.TimerHeap;
import org.jspecify.annotations.Nullable;

/**
 * Runs the program for each user until it waits for an answer, the end of a pause, an arrival or its turn. Keeps the timers, the backlog of arrivals and, for
 * scripts that reconnect, the free slots.
 *
 * <p>After an error a user waits for {@link #BACK_OFF}, doubled for each further error in a row up to {@link #BACK_OFF_DOUBLINGS} times,
 * and then restarts its script, so that the generator does not spin on a dead server. Only in an open loop whose arrivals reconnect does the next arrival not
 * wait.
 */
final class ScriptInterpreter {
    /** How long a user waits after an error, in nanoseconds. */
    static final long BACK_OFF = 100_000_000;

    /** How many times that delay doubles. */
    static final int BACK_OFF_DOUBLINGS = 4;

    private final LoadClock clock;
    private final Program program;
    private final Recorder recorder;
    private final UserGroup script;
    private final User[] users;
    private final TimerHeap timers;
    private final Pending pending;
    private final int frames;
    private final int[] places;
    private int placesFree;
    private @Nullable ConnectionDriver driver;

    private final RepeatCounters repeats;
    private final PauseLengths pauses;
    private boolean begun;
    private long begin;
    private long end;
    private int ready;
    private long steps;

    /**
     * Creates an interpreter for the users of a plan.
     *
     * @param expects whether the script expects anything: then an arrival is a request
     * @param seed of the lengths of pauses
     */
    ScriptInterpreter(LoadClock clock, Program program, Users allUsers, boolean expects, long seed) {
        this.clock = clock;
        repeats = new RepeatCounters(program, clock.now());
        pauses = new PauseLengths(program, seed);
        this.program = program;
        users = allUsers.users();
        script = allUsers.script();
        recorder = script.recorder();
        timers = new TimerHeap(users.length);
        frames = program.framesOfAnArrival();
        pending = new Pending(recorder, script.persistent() ? script.size() : 1, expects, frames);
        places = new int[script.size()];
        if (!script.closed() && !script.persistent()) {
            for (int id = script.size(); id-- > 0; ) {
                places[placesFree++] = id;
            }
        }
    }

    /** Sets the driver of the connections; must be called first. */
    void over(ConnectionDriver talks) {
        driver = talks;
    }

    private ConnectionDriver driver() {
        if (driver == null) {
            throw new IllegalStateException("no connection driver");
        }
        return driver;
    }

    /** Returns the number of users that are ready for the load to begin. */
    int ready() {
        return ready;
    }

    /** Returns a number that increases whenever something is done. */
    long steps() {
        return steps;
    }

    /** Returns the arrivals that have not sent their request yet. */
    Pending pending() {
        return pending;
    }

    /**
     * Begins the load: users of a closed loop start one after the other.
     *
     * @param last users of a closed loop start nothing at this time or later
     */
    void begin(long now, long last) {
        begin = now;
        end = last;
        begun = true;
        for (User user : users) {
            if (user.wait == User.Wait.START) {
                timers.set(user.id, startOf(user));
            }
        }
    }

    /**
     * Begins another slice where the last one ended: a user whose next step was scheduled some time after the end of the last window takes it that long after
     * the beginning of this one. Only a user that was answered very late does not wait that long again.
     *
     * @param last as in {@link #begin}
     * @param latest the latest time at which every user continues
     */
    void resume(long last, long latest) {
        end = last;
        for (User user : users) {
            if (user.wait == User.Wait.SLICE) {
                user.base = user.base - latest < 0 ? user.base : latest;
                waitUntil(user, user.base);
            }
        }
    }

    private long startOf(User user) {
        return begin + user.group.startOf(user);
    }

    // ---- timers and arrivals

    /** Returns the earliest time at which a user continues, or {@code otherwise} if that is earlier. */
    long nextDue(long otherwise) {
        return !timers.isEmpty() && timers.firstTime() - otherwise < 0 ? timers.firstTime() : otherwise;
    }

    void due(long now) {
        // At most once for each user: timers set meanwhile are processed in the next round.
        int most = users.length;
        while (most-- > 0 && !timers.isEmpty() && timers.firstTime() - now <= 0 && driver().permits(now)) {
            User user = users[timers.first()];
            timers.cancel(user.id);
            advance(user);
        }
    }

    /** Handles an open-loop arrival that is due, on the connection drawn for it. */
    void arrive(long intended, int drawn) {
        recorder.scheduled(intended, frames);
        steps++;
        if (script.persistent()) {
            User user = users[drawn];
            pending.add(user.id, intended);
            if (user.wait == User.Wait.ARRIVAL) {
                // Continue after IDLE: the connection has been free since it reached IDLE, not only since now.
                pending.take(user, user.id);
                user.pc++;
                advance(user);
            }
        } else {
            pending.add(0, intended);
            if (placesFree > 0) {
                User user = users[places[--placesFree]];
                pending.take(user, 0);
                advance(user);
            }
        }
    }

    // ---- the program

    /** Runs a user as far as it can go. */
    void advance(User user) {
        user.wait = User.Wait.NOTHING;
        steps++;
        boolean on = true;
        while (on) {
            int pc = user.pc;
            on = switch (program.op(pc)) {
                case Program.CONNECT -> !isOver(user) && driver().connect(user);
                case Program.START -> start(user);
                case Program.IDLE -> idle(user);
                case Program.SEND -> !isOver(user) && send(user);
                case Program.AWAIT -> await(user);
                case Program.PAUSE -> {
                    user.base += pauses.next(pc);
                    user.pc++;
                    yield waitUntil(user, user.base);
                }
                case Program.LOOP, Program.PERIOD -> {
                    repeats.begin(user);
                    yield true;
                }
                case Program.AGAIN, Program.WITHIN -> !repeats.again(user) || othersHadTheirTurn(user);
                case Program.JUMP -> {
                    user.pc = program.first(pc);
                    yield othersHadTheirTurn(user);
                }
                case Program.CLOSE -> {
                    boolean done = driver().close(user, program.first(pc) != 0);
                    user.pc += done ? 1 : 0;
                    yield done;
                }
                case Program.FINISHED -> finished(user);
                default -> throw new IllegalStateException("operation " + program.op(pc));
            };
        }
    }

    /**
     * Returns whether the user's next step is scheduled after the window, so that it waits for the next slice. In an open loop this holds only once all
     * arrivals have sent their request: they may need this user's connection. A step that has been submitted already takes place, outside of any window.
     */
    private boolean isOver(User user) {
        boolean over =
                begun && user.base - end >= 0 && (user.group.closed() || !pending.any()) && !driver().isAhead(user);
        if (over) {
            user.wait = User.Wait.SLICE;
            user.waited = true;
        }
        return over;
    }

    /**
     * Returns whether bytes that arrive for a user are read later: a peer that speaks first is read when the user has begun, or continues in the next slice.
     */
    boolean isDeaf(User user) {
        return switch (user.wait) {
            case NOTHING -> true;
            case START, SLICE -> program.isSpokenToFrom(user.pc);
            default -> false;
        };
    }

    private boolean send(User user) {
        int pc = user.pc++;
        // A failure sets the program counter back.
        pending.settled(user);
        return driver().send(user, program.first(pc), program.second(pc));
    }

    private boolean await(User user) {
        if (user.expecting >= 0) {
            user.wait = User.Wait.ANSWER;
            user.waited = true;
            return false;
        }
        if (user.done - user.base > 0) {
            user.base = user.done;
        }
        user.pc++;
        return true;
    }

    private boolean start(User user) {
        if (!begun) {
            ready++;
            user.wait = User.Wait.START;
            return false;
        }
        // Later passes do not wait: the start has passed.
        long start = startOf(user);
        if (user.base - start < 0) {
            user.base = start;
            if (start - clock.now() > 0) {
                return waitUntil(user, start);
            }
        }
        user.pc++;
        return true;
    }

    private boolean idle(User user) {
        user.free = clock.now();
        if (pending.isEmpty(user.id)) {
            ready += begun ? 0 : 1;
            user.wait = User.Wait.ARRIVAL;
            user.waited = true;
            return false;
        }
        pending.take(user, user.id);
        user.pc++;
        return true;
    }

    private boolean finished(User user) {
        user.pc = 0;
        if (pending.isEmpty(0)) {
            places[placesFree++] = user.id;
            return false;
        }
        pending.take(user, 0);
        return othersHadTheirTurn(user);
    }

    private boolean waitUntil(User user, long time) {
        timers.set(user.id, time);
        user.wait = User.Wait.TIMER;
        user.waited = true;
        return false;
    }

    /** A user that completes a pass without waiting for anything yields to the others. */
    private boolean othersHadTheirTurn(User user) {
        boolean waited = user.waited;
        if (!waited) {
            waitUntil(user, clock.now());
        }
        user.waited = false;
        return waited;
    }

    /** Called when the user's connection is lost; the user starts again after a delay. */
    void failed(User user, ErrorKind kind, long now) {
        steps++;
        if (!begun && (user.wait == User.Wait.START || user.wait == User.Wait.ARRIVAL)) {
            ready--;
        }
        pending.failed(user, kind, now);
        user.free = now;
        user.pc = user.group.entry();
        if (user.group.closed() || user.group.persistent()) {
            user.base = now + (BACK_OFF << Math.min(user.failures, BACK_OFF_DOUBLINGS));
            user.failures++;
            waitUntil(user, user.base);
        } else if (pending.isEmpty(0)) {
            timers.cancel(user.id);
            user.wait = User.Wait.NOTHING;
            places[placesFree++] = user.id;
        } else {
            pending.take(user, 0);
            waitUntil(user, now);
        }
        user.waited = false;
    }
}
