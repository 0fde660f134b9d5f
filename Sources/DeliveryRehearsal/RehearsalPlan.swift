/// What is played: what the user does, what goes wrong, and how fast bytes come.
public struct RehearsalPlan: Sendable, Hashable {
    /// Picks one of the orders that Apple's documentation allows, and what happens by chance. The same seed gives the
    /// same rehearsal on every machine.
    public var seed: UInt64
    /// What the user does, in this order; each comes once the app runs, and does not wait for the one before to end.
    public var actions: [UserAction]
    /// The products that were bought before, and come back when they are restored; `nil` for all that there are. What is
    /// bought in a rehearsal comes back in any case.
    public var owned: Set<String>?
    /// What goes wrong, each once; what never came is `RehearsalResult.unplayed`.
    public var troubles: [Trouble]
    /// What goes wrong by chance.
    public var chances: Chances
    /// How many bytes come in a second of the simulated clock; at least one.
    public var bytesPerSecond: Int64
    /// In how many parts a download is told of, from 1 to 100.
    public var progressSteps: Int
    /// How many files are unpacked at one time, at most; what is made does not depend on it.
    public var jobs = 1
    /// How often the app is launched at most. It is launched again where it quit, or where a full disk left a
    /// transaction unfinished.
    public var launches: Int

    /// Creates a plan.
    public init(
        seed: UInt64 = 0, actions: [UserAction] = [], owned: Set<String>? = nil, troubles: [Trouble] = [],
        chances: Chances = .none, bytesPerSecond: Int64 = 1 << 20, progressSteps: Int = 10, launches: Int = 10
    ) {
        self.seed = seed
        self.actions = actions
        self.owned = owned
        self.troubles = troubles
        self.chances = chances
        self.bytesPerSecond = max(1, bytesPerSecond)
        self.progressSteps = min(max(1, progressSteps), 100)
        self.launches = max(1, launches)
    }

    /// The plan with every number where it can be played: each may be set to anything.
    var played: RehearsalPlan {
        var plan = self
        plan.bytesPerSecond = max(1, bytesPerSecond)
        plan.progressSteps = min(max(1, progressSteps), 100)
        plan.jobs = max(1, jobs)
        plan.launches = max(1, launches)
        return plan
    }
}

/// What the user does in the app.
public enum UserAction: Sendable, Hashable {
    /// Buys a product.
    case purchase(String)
    /// Restores what was bought; `only` names the products whose content is wanted.
    case restore(only: Set<String>? = nil)
}

/// Something that goes wrong, once.
public enum Trouble: Sendable, Hashable {
    /// The download of a product fails when so many percent are there.
    case failDownload(String, percent: Int)
    /// The user cancels it.
    case cancelDownload(String, percent: Int)
    /// The user pauses it, and resumes it later.
    case pauseDownload(String, percent: Int)
    /// The payment for a product fails.
    case failPurchase(String)
    /// Somebody else has to agree to it first, and does.
    case deferPurchase(String)
    /// A restore fails before all transactions are there.
    case failRestore
    /// The disk is full when the app takes over the content of a product: `RehearsedApp.checkpoint` throws.
    case fullDisk(String)
    /// The app quits as an event is about to happen: a name of `RehearsalEvent.name`, of any product or of one.
    case quit(at: String, product: String? = nil)
}

/// How often things go wrong, in percent of the times when they could.
public struct Chances: Sendable, Hashable {
    /// A download fails, at each part of it.
    public var failure = 0
    /// It is cancelled.
    public var cancellation = 0
    /// It is paused.
    public var pause = 0
    /// The app quits, at each event; never in the last launch.
    public var quit = 0
    /// The disk is full, at each content that is taken over.
    public var fullDisk = 0
    /// A payment fails.
    public var failedPurchase = 0
    /// A purchase is deferred.
    public var deferral = 0
    /// A restore fails.
    public var failedRestore = 0

    /// Creates chances, of which there are none.
    public init() {}

    /// Nothing happens by chance but what Apple leaves open.
    public static let none = Chances()

    /// A bad day: all of it happens now and then.
    public static let rough: Chances = {
        var chances = Chances()
        (chances.failure, chances.cancellation, chances.pause, chances.quit) = (4, 3, 8, 4)
        (chances.fullDisk, chances.failedPurchase, chances.deferral, chances.failedRestore) = (10, 8, 10, 10)
        return chances
    }()
}
